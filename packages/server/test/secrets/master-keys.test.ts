import type { Store } from '@doorkit/store'
import { expect, onTestFinished, test } from 'vitest'
import { idempotency } from '../../src/collections/idempotency-key.ts'
import { endpoints } from '../../src/collections/webhook-endpoint.ts'
import {
  createDoorkit,
  type DoorkitOptions,
  generateMasterKey,
  type Logger,
  manualClock,
} from '../../src/index.ts'
import { caller, createKit, type Kit, testStart } from '../support/kit.ts'
import { startReceiver, status } from '../support/receiver.ts'
import { overMemory } from '../support/stores.ts'

const [one, two, other] = [generateMasterKey(1), generateMasterKey(2), generateMasterKey(1)]

/** The same deployment after a restart with other master keys. */
function restart(kit: Kit, masterKeys: DoorkitOptions['masterKeys'], logger?: Logger) {
  const { store, clock } = kit
  const doorkit = createDoorkit({ store, clock, masterKeys, logger, allowPrivateWebhooks: true })
  return { ...kit, doorkit, call: caller({ ...kit, doorkit }) }
}

/** Whether a server with these master keys starts on the current content of the store. */
const canStart = (kit: Kit, keys: DoorkitOptions['masterKeys']) =>
  restart(kit, keys)
    .doorkit.ping()
    .then(
      () => true,
      () => false,
    )

async function leaveSecrets(kit: Kit, url = 'https://hooks.acme.example/') {
  const call = caller(kit)
  const endpoint = await call('POST', '/webhook_endpoints', { body: { url, events: ['*'] } })
  expect(endpoint.status).toBe(201)
  const contact = { body: { email: 'ada@example.com' }, headers: { 'Idempotency-Key': 'ada' } }
  const answer = await call('POST', '/contacts', contact)
  await call('POST', '/contacts', { body: { email: 'bob@example.com' } })
  const page = await call('GET', '/contacts?limit=1')
  const record = kit.doorkit.record(kit.workspace.id)
  const start = { page_url: 'https://acme.example/' }
  const conversation = await record.conversations.start(start, { key: 'first' })
  return { endpoint, contact, answer, cursor: page.json.next_cursor, start, conversation }
}

function collectWarnings() {
  const warnings: string[] = []
  const logger: Logger = {
    debug: () => {},
    info: () => {},
    warn: (_facts, message) => warnings.push(message),
    error: () => {},
  }
  return { warnings, logger }
}

/** Returns the stored answers and the endpoints, which have sealed values, as JSON. */
async function readSealedRows(store: Store) {
  const page = { where: [], dir: 'asc', limit: 1_000 } as const
  const answers = await idempotency.list(store, { index: 'idempotency_expires', ...page })
  const hooks = await endpoints.list(store, { index: 'webhook_endpoints_created', ...page })
  return JSON.stringify([answers, hooks])
}

overMemory((openStore) => {
  test("a server with its first master key still reads what the store's own master key sealed", async () => {
    const receiver = await startReceiver(status(200))
    const kit = await createKit({ store: openStore() })
    const left = await leaveSecrets(kit, receiver.url)
    const { call, clock, doorkit } = restart(kit, [one])
    const { conversations } = doorkit.record(kit.workspace.id)
    await conversations.captureLead(left.conversation, { email: 'ada@example.com' })
    const again = await call('POST', '/contacts', left.contact)
    expect(again.json).toEqual(left.answer.json)
    expect(again.headers.get('Idempotent-Replayed')).toBe('true')
    expect((await call('GET', `/contacts?limit=1&starting_after=${left.cursor}`)).status).toBe(200)
    clock.advance(3_000)
    await doorkit.worker.tick()
    expect(receiver.received.length).toBeGreaterThan(0)
    const tested = await call('POST', `/webhook_endpoints/${left.endpoint.json.id}/test`)
    expect(tested.status).toBeLessThan(300)
  })

  test('a server that lacks a master key of the store does not start, and names the version of the key', async () => {
    const kit = await createKit({ store: openStore(), masterKeys: [one] })
    await leaveSecrets(kit)
    for (const keys of [undefined, [two], [other]]) {
      const { doorkit, call } = restart(kit, keys)
      const refused = await doorkit.worker.start().catch((error) => error)
      expect(refused).toMatchObject({ name: 'KitError', code: 'master_key_mismatch' })
      expect(refused.message).toMatch(/sealed with these versions of the master keys: 1\./)
      expect(refused.stack).not.toContain(one.key)
      expect((await call('GET', '/me')).status).toBe(503)
    }
  })

  test('running servers stay ready while a master key is added, and a server without that key is not ready after a reseal', async () => {
    const kit = await createKit({ store: openStore(), masterKeys: [one] })
    await kit.doorkit.ping()
    const next = restart(kit, [one, two]).doorkit
    await next.ping()
    await kit.doorkit.ping()
    expect(await canStart(kit, [one])).toBe(false)
    await next.masterKeys.reseal()
    await next.ping()
    await expect(kit.doorkit.ping()).rejects.toMatchObject({
      code: 'master_key_mismatch',
      message: expect.stringContaining('master keys: 2.'),
    })
    expect(await canStart(kit, [two])).toBe(true)
  })

  test("servers that start at the same moment over a new store agree on the store's own master key", async () => {
    const kit = await createKit({ store: openStore() })
    const servers = Array.from({ length: 5 }, () => restart(kit, undefined))
    await Promise.all(servers.map(({ doorkit }) => doorkit.ping()))
    const [first, ...others] = servers
    if (!first) throw new Error('Nothing was started.')
    const { contact, answer } = await leaveSecrets({ ...kit, doorkit: first.doorkit })
    for (const { call } of others) {
      expect((await call('POST', '/contacts', contact)).json).toEqual(answer.json)
    }
  })

  test('API keys, workspaces and logged requests can be listed without a master key', async () => {
    const kit = await createKit({ store: openStore(), masterKeys: [one] })
    await kit.doorkit.ping()
    const { doorkit } = restart(kit, undefined)
    expect(await doorkit.keys.list({ workspace: kit.workspace.id })).toHaveLength(1)
    expect(await doorkit.workspaces.list()).toHaveLength(1)
    expect(await doorkit.requests.list({ workspace: kit.workspace.id })).toEqual([])
  })

  test.each([
    { from: "the store's own master key", before: undefined, after: [one], needed: 0 },
    { from: 'an earlier master key', before: [one], after: [one, two], needed: 1 },
  ])(
    'after a reseal from $from, only the newest master key is needed',
    async ({ before, after, needed }) => {
      const newest = after.at(-1) ?? one
      const kit = await createKit({ store: openStore(), masterKeys: before })
      const left = await leaveSecrets(kit)
      const { doorkit } = restart(kit, after)
      expect(await doorkit.masterKeys.status()).toMatchObject({
        needed: [needed],
        missing: [],
        sealed: [{ version: needed, values: 2 }],
      })
      expect(await doorkit.masterKeys.reseal()).toEqual({ resealed: 2 })
      expect(await doorkit.masterKeys.reseal()).toEqual({ resealed: 0 })
      const last = restart(kit, [newest])
      expect(await last.doorkit.masterKeys.status()).toEqual({
        configured: [newest.version],
        hasStoredKey: false,
        needed: [newest.version],
        missing: [],
        sealed: [{ version: newest.version, values: 2 }],
      })
      expect((await last.call('POST', '/contacts', left.contact)).json).toEqual(left.answer.json)
      const next = await last.call('GET', `/contacts?limit=1&starting_after=${left.cursor}`)
      expect(next.json.data).toMatchObject([{ email: 'ada@example.com' }])
      const { conversations } = last.doorkit.record(kit.workspace.id)
      expect(await conversations.start(left.start, { key: 'first' })).toBe(left.conversation)
      const [endpoint] = (await last.call('GET', '/webhook_endpoints')).json.data
      const tested = await last.call('POST', `/webhook_endpoints/${endpoint.id}/test`)
      expect(tested.status).toBeLessThan(300)
      await expect(restart(kit, before).doorkit.ping()).rejects.toMatchObject({
        code: 'master_key_mismatch',
      })
    },
  )

  test('the next reseal completes an interrupted one, while servers write', async () => {
    const store = openStore()
    const kit = await createKit({ store, masterKeys: [one] })
    const call = caller(kit)
    const write = (from: number, count: number, send = call) =>
      Promise.all(
        Array.from({ length: count }, (_, index) => {
          const email = `p${from + index}@example.com`
          return send('POST', '/contacts', {
            body: { email },
            headers: { 'Idempotency-Key': email },
          })
        }),
      )
    await write(0, 450)
    let commits = 0
    const failing: Store = {
      ...store,
      async commit(ops, options) {
        const isReseal = ops.length === 200
        if (isReseal && ++commits === 2) throw new Error('The power is gone.')
        return store.commit(ops, options)
      },
    }
    const broken = restart({ ...kit, store: failing }, [one, two])
    await expect(broken.doorkit.masterKeys.reseal()).rejects.toThrow('The power is gone.')
    const server = restart(kit, [one, two])
    expect(await server.doorkit.masterKeys.status()).toMatchObject({
      needed: [1, 2],
      sealed: [
        { version: 1, values: 250 },
        { version: 2, values: 200 },
      ],
    })
    const [{ resealed }] = await Promise.all([
      restart(kit, [one, two]).doorkit.masterKeys.reseal(),
      write(450, 50, server.call),
    ])
    expect(resealed).toBe(250)
    expect(await server.doorkit.masterKeys.status()).toMatchObject({
      needed: [2],
      sealed: [{ version: 2, values: 500 }],
    })
    expect(await readSealedRows(store)).not.toContain('"v1.')
    expect(await canStart(kit, [one])).toBe(false)
    expect(await canStart(kit, [two])).toBe(true)
  })

  test('a damaged value does not stop a reseal', async () => {
    const store = openStore()
    const kit = await createKit({ store, masterKeys: [one] })
    await leaveSecrets(kit)
    const data = { fingerprint: '', answer: 'v1.damaged' }
    const columns = {
      workspace: kit.workspace.id,
      token: null,
      locked_until: null,
      expires_at: testStart + 1_000,
    }
    await store.commit([idempotency.insert('damaged', columns, data)])
    const { warnings, logger } = collectWarnings()
    const { doorkit } = restart(kit, [one, two], logger)
    expect(await doorkit.masterKeys.reseal()).toEqual({ resealed: 2 })
    expect(warnings).toEqual(['Some stored secrets cannot be opened with any master key.'])
  })
})

test('a start without master keys logs one warning, and a start with a master key logs none', async () => {
  const { warnings, logger } = collectWarnings()
  const kit = await createKit({ logger })
  await kit.doorkit.ping()
  await caller(kit)('GET', '/me')
  expect(warnings).toEqual([expect.stringMatching(/^No masterKeys are given/)])
  await restart(kit, [one], logger).doorkit.ping()
  expect(warnings).toHaveLength(1)
})

test('without a master key to seal with, a reseal is refused', async () => {
  const doorkit = createDoorkit({ store: (await createKit()).store, clock: manualClock(testStart) })
  onTestFinished(() => doorkit.close())
  await expect(doorkit.masterKeys.reseal()).rejects.toMatchObject({
    code: 'invalid_input',
    param: 'masterKeys',
  })
})
