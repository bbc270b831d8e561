import { DatabaseSync } from 'node:sqlite'
import { createClient } from '@doorkit/client'
import {
  createDoorkit,
  type Diagnosis,
  type DoorkitOptions,
  generateMasterKey,
  manualClock,
  parseMasterKeys,
} from '@doorkit/server'
import { sqliteStore } from '@doorkit/store-sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { storeFolder } from './support/folder.ts'
import { generate } from './support/master-keys.ts'
import { runHere } from './support/terminal.ts'

const { newStore } = storeFolder()

const fileOf = (store: string) => store.replace(/^sqlite:/, '')
const minute = 60_000

/** Opens a kit whose clock is `lagMs` behind, on a store that the command reads afterwards. */
async function openKit(store: string, lagMs: number, options: Partial<DoorkitOptions> = {}) {
  const clock = manualClock(Date.now() - lagMs)
  const doorkit = createDoorkit({
    store: sqliteStore({ file: fileOf(store) }),
    clock,
    allowPrivateWebhooks: true,
    resolve: async () => ['127.0.0.1'],
    ...options,
  })
  onTestFinished(() => doorkit.close())
  const { id: workspace } = await doorkit.workspaces.create({
    name: 'Acme',
    website: 'https://acme.example',
  })
  const key = await doorkit.keys.create({ workspace, name: 'A', access: 'full_access' })
  const client = createClient({
    apiKey: key.secret,
    baseUrl: 'http://localhost/v1',
    fetch: doorkit.fetch,
  })
  const startConversation = async () => {
    const record = doorkit.record(workspace).conversations
    const conversation = await record.start({ channel: 'chat' })
    await record.message(conversation, { role: 'user', text: 'Hello' })
  }
  return { doorkit, clock, workspace, client, startConversation }
}

/** Runs the command, and returns what it found besides `ok`. */
async function diagnose(store: string, env: Record<string, string> = {}) {
  const { code, stdout, stderr } = await runHere(['doctor', '--store', store, '--json'], env)
  const findings = JSON.parse(stdout) as Diagnosis[]
  const found = findings.filter(({ status }) => status !== 'ok')
  for (const { message, remedy } of found) expect([message, remedy]).not.toContain(null)
  return { code, stderr, found, ids: found.map(({ check, status }) => `${check} ${status}`) }
}

test('a healthy deployment has nothing to report, and the command exits with 0', async () => {
  const store = newStore()
  const masterKey = await generate()
  await openKit(store, 0, { masterKeys: parseMasterKeys(masterKey) })
  const env = { DOORKIT_MASTER_KEYS: masterKey }
  const { code, stdout, stderr } = await runHere(['doctor', '--store', store], env)
  expect([code, stderr]).toEqual([0, ''])
  const lines = stdout.trimEnd().split('\n')
  expect(lines.length).toBe(8)
  for (const line of lines) expect(line).toMatch(/^ok {7}[a-z_]+: Nothing to report\.$/)
})

test('warnings are printed with their remedies, and the command still exits with 0', async () => {
  const store = newStore()
  const { doorkit, client } = await openKit(store, 10 * minute)
  const other = await doorkit.workspaces.create({ name: 'B', website: 'http://b.example' })
  const { id } = await client.webhookEndpoints.create({
    url: 'https://127.0.0.1/',
    events: ['*'],
  })
  const { code, stdout, stderr } = await runHere(['doctor', '--store', store])
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toContain(
    'warning  master_keys: The store keeps the key to its own secrets. This is only for development.\n' +
      '         Run doorkit master-keys generate, and give the key to every server.\n',
  )
  expect(stdout).toContain(`warning  api_keys: The workspace B (${other.id}) has no API key`)
  expect(stdout).toContain('warning  origins: The pages of B')
  expect(stdout).toContain('may call from http://b.example')
  expect(stdout).not.toContain(id)
})

test('a webhook that never arrived, and a disabled endpoint, are warnings', async () => {
  const store = newStore()
  let status = 500
  const send = async () => {
    return { status, error: 'no', response: '', durationMs: 1, retryAfterMs: null }
  }
  const { doorkit, clock, client, startConversation } = await openKit(store, 6 * 24 * 60 * minute, {
    sender: { send, close: async () => {} },
    random: () => 0.5,
  })
  const { id } = await client.webhookEndpoints.create({
    url: 'https://127.0.0.1/',
    events: ['conversation.started'],
  })
  const workUntilIdle = async () => {
    for (;;) {
      const dueAt = await doorkit.worker.nextDueAt()
      if (dueAt === undefined) return
      clock.advance(dueAt - clock.now())
      await doorkit.worker.tick()
    }
  }
  await startConversation()
  await workUntilIdle()
  status = 410
  await startConversation()
  clock.advance(Date.now() - clock.now())
  await doorkit.worker.tick()
  const { code, found, ids } = await diagnose(store)
  expect(code).toBe(0)
  expect(ids).toEqual(['master_keys warning', 'endpoints warning', 'deliveries warning'])
  expect(found[1]?.message).toContain(`${id} (127.0.0.1) was disabled`)
  expect(found[2]?.message).toMatch(/^Deliveries of Acme .* failed permanently: 1\.$/)
})

test('overdue work and events from the future are problems, and the command exits with 1', async () => {
  const lateStore = newStore()
  await (await openKit(lateStore, 10 * minute)).startConversation()
  const overdue = await diagnose(lateStore)
  expect(overdue).toMatchObject({ code: 1, stderr: 'The diagnosis found 1 problem.\n' })
  expect(overdue.ids).toEqual(['master_keys warning', 'due_work problem'])
  const earlyStore = newStore()
  await (await openKit(earlyStore, -10 * minute)).startConversation()
  expect(await diagnose(earlyStore)).toMatchObject({
    code: 1,
    ids: ['master_keys warning', 'clock problem'],
  })
})

test('an endpoint whose host does not resolve is a problem', async () => {
  const store = newStore()
  const { client } = await openKit(store, 0)
  await client.webhookEndpoints.create({ url: 'https://gone.invalid/', events: ['*'] })
  const { code, found } = await diagnose(store)
  expect(code).toBe(1)
  expect(found.at(-1)).toMatchObject({ check: 'endpoints', status: 'problem' })
  expect(found.at(-1)?.message).toContain('gone.invalid')
})

test('a missing master key is reported by its version', async () => {
  const store = newStore()
  const { client } = await openKit(store, 0, { masterKeys: [generateMasterKey(7)] })
  await client.webhookEndpoints.create({ url: 'https://127.0.0.1/', events: ['*'] })
  const { code, found } = await diagnose(store, { DOORKIT_MASTER_KEYS: await generate() })
  expect(code).toBe(1)
  expect(found).toMatchObject([{ check: 'master_keys', status: 'problem' }])
  expect(found[0]?.message).toContain('version 7')
})

test('if a store lacks the tables of this version, this is the only finding, and the store stays unchanged', async () => {
  const store = newStore()
  const database = new DatabaseSync(fileOf(store))
  database.exec('create table other (id)')
  const { code, found, ids } = await diagnose(store)
  expect([code, ids]).toEqual([1, ['schema problem']])
  expect(found[0]?.remedy).toBe('Run doorkit migrate.')
  expect(database.prepare('select name from sqlite_master').all()).toEqual([{ name: 'other' }])
  database.close()
})

test('a store that does not exist is refused', async () => {
  const { code, stdout, stderr } = await runHere(['doctor', '--store', newStore()])
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(/^No database [^\n]+\n$/)
})
