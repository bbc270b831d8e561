import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createDoorkit, manualClock } from '@doorkit/server'
import { createSchema } from '@doorkit/tests/postgres'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { postgresStore } from '../src/index.ts'
import { startProxy } from './support/proxy.ts'

const plan = { collections: [{ name: 'notes', columns: {}, indexes: [] }] } as const
const insert = (id: string) =>
  ({ op: 'insert', in: 'notes', row: { id, columns: {}, data: null } }) as const

async function openSchema() {
  const schema = await createSchema(inject('postgres'))
  onTestFinished(schema.remove)
  return schema.url
}

async function openStore(url: string) {
  const store = postgresStore({ url, maxConnections: 2 })
  onTestFinished(() => store.close())
  await store.migrate(plan)
  return store
}

/** A function, and a promise that resolves at its first call. */
function nextCall() {
  let call: () => void = () => {}
  const called = new Promise<void>((resolve) => {
    call = resolve
  })
  return { call, called }
}

async function countListeners(url: string): Promise<number> {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query(
    `select count(*)::int as count from pg_stat_activity where query like 'listen "doorkit_%' and application_name = $1`,
    [new URL(url).searchParams.get('application_name')],
  )
  await client.end()
  return rows[0].count
}

test('a webhook that one server queues is sent immediately by the worker of another, without a poll', async () => {
  const url = await openSchema()
  // The clock of this worker stands still, so the worker never polls by itself.
  const clock = manualClock(Date.now())
  const open = () =>
    createDoorkit({
      store: postgresStore({ url, maxConnections: 3 }),
      clock,
      payloadDelayMs: 0,
      allowPrivateWebhooks: true,
    })
  const [server, other] = [open(), open()]
  const received = nextCall()
  const receiver = createServer((request, response) => {
    request.resume().on('end', () => response.end(received.call()))
  }).listen(0, '127.0.0.1')
  onTestFinished(async () => {
    await other.close()
    await server.close()
    receiver.close()
  })
  await once(receiver, 'listening')
  const website = 'https://acme.example'
  const { id: workspace } = await server.workspaces.create({ name: 'Acme', website })
  const { secret } = await server.keys.create({ workspace, name: 'K', access: 'full_access' })
  const post = async (path: string, body: object) => {
    const answer = await server.fetch(`http://localhost/v1${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(answer.ok).toBe(true)
    return (await answer.json()) as { id: string }
  }
  const { port } = receiver.address() as AddressInfo
  await post('/webhook_endpoints', { url: `http://127.0.0.1:${port}/`, events: ['*'] })
  await other.worker.start()
  const { id: session } = await post('/chat/sessions', {})
  await post(`/chat/sessions/${session}/messages`, { text: 'I am ada@example.com' })
  await received.called
})

test('a watcher whose connection broke is woken when it listens again', async () => {
  const url = await openSchema()
  const proxy = await startProxy(url)
  onTestFinished(proxy.close)
  const listening = await openStore(proxy.url)
  const writing = await openStore(url)
  let woken = nextCall()
  await listening.watch?.('notes', () => woken.call())
  await writing.commit([insert('n1')])
  await woken.called

  proxy.shut()
  woken = nextCall()
  // The database tells no watcher of this write.
  await writing.commit([insert('n2')])
  proxy.open()
  await woken.called
})

test('a store with notify=false opens no connection to listen', async () => {
  const url = `${await openSchema()}&application_name=silent`
  const quiet = await openStore(`${url}&notify=false`)
  await quiet.watch?.('notes', () => {})
  expect(await countListeners(url)).toBe(0)
  const loud = await openStore(url)
  await loud.watch?.('notes', () => {})
  expect(await countListeners(url)).toBe(1)
})
