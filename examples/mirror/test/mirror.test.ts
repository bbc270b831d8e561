import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createTestWorkspace, type TestWorkspace } from '@doorkit/client/testing'
import { toNode } from '@doorkit/server/node'
import { expect, onTestFinished, test } from 'vitest'
import { openMirror } from '../src/mirror.ts'

/** A workspace with something in every list, and the name of a file for its mirror. */
async function prepare() {
  const workspace = await createTestWorkspace()
  const folder = mkdtempSync(join(tmpdir(), 'mirror-'))
  onTestFinished(async () => {
    await workspace.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const { record } = workspace
  for (const name of ['ada', 'grace']) {
    const conversation = await record.conversations.start({ page_url: 'https://acme.example/' })
    await record.conversations.message(conversation, { role: 'user', text: `I am ${name}` })
    const email = `${name}@example.com`
    await record.conversations.captureLead(conversation, { email })
    await record.meetings.book({
      conversation,
      provider: 'cal.com',
      start_at: Date.UTC(2026, 9, 20, 9),
      end_at: Date.UTC(2026, 9, 20, 10),
      invitee: { email },
    })
  }
  return { ...workspace, file: join(folder, 'workspace.db') }
}

/** The rows of a file, by list and id. */
function contentOf(file: string) {
  const { database, close } = openMirror(file)
  const content = ['conversations', 'contacts', 'meetings'].map((list) =>
    database.prepare(`select data from ${list} order by id`).all(),
  )
  close()
  return content.map((rows) => rows.map(({ data }) => JSON.parse(String(data))))
}

/** The rows of the workspace, in the same form. */
async function contentOfWorkspace({ client }: Pick<TestWorkspace, 'client'>) {
  const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1)
  const all = { limit: 1_000 }
  return [
    (await client.conversations.list({ expand: ['messages'] }).toArray(all)).sort(byId),
    (await client.contacts.list().toArray(all)).sort(byId),
    (await client.meetings.list().toArray(all)).sort(byId),
  ] as const
}

async function update(file: string, client: TestWorkspace['client']) {
  const mirror = openMirror(file)
  await mirror.update(client).finally(mirror.close)
}

test('the file becomes equal to the workspace, and stays equal', async () => {
  const { client, record, file, clock } = await prepare()
  await update(file, client)
  const before = contentOf(file)
  expect(before).toEqual(await contentOfWorkspace({ client }))
  expect(before.map((items) => items.length)).toEqual([2, 2, 2])

  await clock.advance(60_000)
  const [[conversation], , [meeting]] = await contentOfWorkspace({ client })
  await record.conversations.message(conversation?.id ?? '', { role: 'assistant', text: 'Hello' })
  await record.meetings.cancel(meeting?.id ?? '')
  await client.contacts.upsert({ email: 'alan@example.com' })
  await update(file, client)
  expect(contentOf(file)).toEqual(await contentOfWorkspace({ client }))
  expect(contentOf(file)).not.toEqual(before)
})

test('an update continues the interrupted update before it', async () => {
  const { client, file, faults, requests } = await prepare()
  for (let number = 0; number < 250; number++) {
    await client.contacts.upsert({ email: `person${number}@example.com` })
  }
  faults.delay(0, { path: '/contacts' }) // the first page arrives
  faults.next(400, { path: '/contacts' }) // the second page does not
  await expect(update(file, client)).rejects.toMatchObject({ code: 'invalid_request' })
  expect(contentOf(file)[1]).toHaveLength(100)

  const sent = requests.length
  await update(file, client)
  const pages = requests.slice(sent).filter(({ path }) => path === '/contacts')
  expect(pages).toHaveLength(2)
  expect(pages[0]?.query).toHaveProperty('starting_after')
  expect(contentOf(file)).toEqual(await contentOfWorkspace({ client }))
})

test('items are not stored without the checkpoint that follows them', async () => {
  const { client, file } = await prepare()
  const { database, close } = openMirror(file)
  database.exec(
    "create trigger full before insert on checkpoints begin select raise(abort, 'full'); end",
  )
  close()
  await expect(update(file, client)).rejects.toThrow('full')
  expect(contentOf(file)).toEqual([[], [], []])
})

test('contacts that were erased or deleted are removed, and no others', async () => {
  const { client, file } = await prepare()
  const { id } = await client.contacts.upsert({ email: 'alan@example.com' })
  await update(file, client)
  await client.privacy.erase({ email: 'ada@example.com' })
  await client.contacts.delete(id)
  await update(file, client)
  expect(contentOf(file)).toEqual(await contentOfWorkspace({ client }))
  expect(JSON.stringify(contentOf(file))).not.toMatch(/\bada\b/)
})

test('the command reads the key and the address from the environment', async () => {
  const { client, connection, server, file } = await prepare()
  const host = createServer(toNode(server))
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void host.close())
  const { port } = host.address() as AddressInfo
  const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--conditions=@doorkit/source', main, file],
    {
      env: {
        DOORKIT_API_KEY: connection.apiKey,
        DOORKIT_BASE_URL: `http://127.0.0.1:${port}/v1`,
      },
    },
  )
  expect(stdout).toBe(`${file} is up to date.\n`)
  expect(contentOf(file)).toEqual(await contentOfWorkspace({ client }))
})
