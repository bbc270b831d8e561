import { createDoorkit, generateMasterKey } from '@doorkit/server'
import { postgresStore } from '@doorkit/store-postgres'
import { createSchema } from '@doorkit/tests/postgres'
import pg from 'pg'
import { apiOf } from '../call-api.ts'
import { startChild } from '../child.ts'
import type { Report } from '../report.ts'
import { median, quantile } from '../statistics.ts'

/** The network round trip to a database in the same region. */
const roundTripMs = 2

/** The time of API requests, one after the other, if a round trip to the database takes 2 ms. */
export async function measureRoundTrips(database: string, quick: boolean): Promise<Report> {
  const [warmUp, count] = quick ? [1, 3] : [400, 400]
  const schema = await createSchema(database)
  const detourMs = (await timeThroughProxy(schema.url)) - (await timeOfNothing(schema.url))
  const { url, stop } = await startProxy(schema.url, roundTripMs - detourMs)
  const client = new pg.Client(url)
  const doorkit = createDoorkit({
    store: postgresStore({ url }),
    masterKeys: [generateMasterKey()],
    plans: { apex: { requests_per_minute: 1_000_000, heavy_requests_per_minute: 1_000_000 } },
  })
  try {
    await client.connect()
    const website = 'https://acme.example'
    const workspace = (await doorkit.workspaces.create({ name: 'Acme', website })).id
    const { secret } = await doorkit.keys.create({ workspace, name: 'x', access: 'full_access' })
    const call = apiOf(doorkit, secret)
    const contact = { email: 'ada@example.com', first_name: 'Ada' }
    const { id } = await call('POST', '/contacts', contact)
    // One session would have every message in its transcript. Fifty sessions keep each transcript short.
    const sessions = await Promise.all(
      Array.from({ length: 50 }, () => call('POST', '/chat/sessions', {})),
    )
    const requests = {
      'select 1': () => client.query('select 1'),
      'get one contact': () => call('GET', `/contacts/${id}`),
      'list 25 contacts': () => call('GET', '/contacts?limit=25'),
      'upsert with an idempotency key': (index: number) =>
        call('POST', '/contacts', contact, `key-${index}`),
      'send a chat message': (index: number) => {
        const { id: session } = sessions[(index + warmUp) % sessions.length]
        return call('POST', `/chat/sessions/${session}/messages`, { text: 'And then?' })
      },
    }
    const times = new Map<string, number[]>(Object.keys(requests).map((name) => [name, []]))
    for (let index = -warmUp; index < count; index++) {
      for (const [name, send] of Object.entries(requests)) {
        const startedAt = performance.now()
        await send(index)
        if (index >= 0) times.get(name)?.push(performance.now() - startedAt)
      }
    }
    const middle = (name: string) => median(times.get(name) ?? [])
    const trip = middle('select 1')
    return {
      tables: [
        {
          title: `PostgreSQL at ${roundTripMs} ms a round trip, one call after the other`,
          columns: ['', 'p50 ms', 'p90 ms', 'round trips'],
          rows: [...times].map(([name, all]) => [
            name,
            median(all),
            quantile(all, 0.9),
            median(all) / trip,
          ]),
        },
      ],
      targets: [
        {
          name: `ms of a write at ${roundTripMs} ms a round trip`,
          value: middle('upsert with an idempotency key'),
          atMost: 8,
        },
      ],
    }
  } finally {
    await client.end()
    await doorkit.close()
    stop()
    await schema.remove()
  }
}

/** Starts a proxy to a database, which delays each round trip by `delayMs`, half in each direction. */
async function startProxy(database: string, delayMs: number) {
  const { hostname, port } = new URL(database)
  const file = new URL('./delay-process.ts', import.meta.url)
  const child = await startChild(file, [hostname, port, String(delayMs / 2)])
  const url = new URL(database)
  url.host = `127.0.0.1:${child.greeting}`
  return { url: url.href, stop: child.stop }
}

/** Like {@link timeOfNothing}, through a proxy without delay. */
async function timeThroughProxy(database: string): Promise<number> {
  const { url, stop } = await startProxy(database, 0)
  try {
    return await timeOfNothing(url)
  } finally {
    stop()
  }
}

/** The median time of a statement that does nothing, in milliseconds. */
async function timeOfNothing(url: string): Promise<number> {
  const client = new pg.Client(url)
  await client.connect()
  const times: number[] = []
  for (let round = 0; round < 1_000; round++) {
    const startedAt = performance.now()
    await client.query('select 1')
    times.push(performance.now() - startedAt)
  }
  await client.end()
  return median(times)
}
