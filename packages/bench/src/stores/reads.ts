import type { Store } from '@doorkit/server/store'
import { postgresStore } from '@doorkit/store-postgres'
import { createSchema } from '@doorkit/test-postgres'
import pg from 'pg'
import type { Report, Table, Target } from '../report.ts'
import { median, quantile } from '../statistics.ts'

/** The stores and libraries that read the same rows. */
interface Reader {
  get(id: string): Promise<object>
  page(workspace: string): Promise<readonly object[]>
  close(): Promise<void>
}

const ours = '@doorkit/store-postgres'
const bare = 'bare pg'
const workspaces = 20
const index = 'items_at'
const plan = {
  collections: [
    {
      name: 'items',
      keys: { workspace: 'text', at: 'integer' },
      indexes: [{ name: index, on: ['workspace', 'at'] }],
    },
  ],
} as const

const atOnce = 16

/** Rows by their id and pages of 50, beside what a team would read them with. */
export async function measureReads(database: string, quick: boolean): Promise<Report> {
  const [count, rounds, roundMs] = quick ? [2_000, 2, 20] : [20_000, 20, 200]
  const schema = await createSchema(database)
  const store = postgresStore({ url: schema.url })
  await fill(store, schema.url, count)
  const readers = new Map<string, Reader>([
    [bare, await openPeer('bare-pg', schema.url)],
    [ours, readerOf(store)],
    ['kysely', await openPeer('kysely', schema.url)],
    ['drizzle', await openPeer('drizzle', schema.url)],
  ])
  const works = {
    'by primary key': async (reader: Reader, place: number) =>
      [await reader.get(`item_${(place * 7_919) % count}`)].length === 1,
    'pages of 50': async (reader: Reader, place: number) =>
      (await reader.page(`ws_${place % workspaces}`)).length === 50,
  }
  const tables: Table[] = []
  const targets: Target[] = []
  try {
    for (const [title, work] of Object.entries(works)) {
      const speeds = new Map<string, number[]>([...readers.keys()].map((name) => [name, []]))
      const cpus = new Map<string, number[]>([...readers.keys()].map((name) => [name, []]))
      for (let round = -3; round < rounds; round++) {
        for (const [name, reader] of round % 2 === 0 ? readers : [...readers].reverse()) {
          const { speed, cpuUs } = await runRound((place) => work(reader, place), roundMs, name)
          // The first rounds warm up.
          if (round < 0) continue
          speeds.get(name)?.push(speed)
          cpus.get(name)?.push(cpuUs)
        }
      }
      const bares = speeds.get(bare) ?? []
      const shares = (name: string) =>
        (speeds.get(name) ?? []).map((speed, round) => speed / (bares[round] ?? Number.NaN))
      tables.push({
        title: `PostgreSQL, reads ${title}, ${atOnce} at once`,
        columns: ['', 'a second', 'of bare', 'p10', 'p90', 'CPU µs'],
        rows: [...speeds].map(([name, all]) => [
          name,
          median(all),
          median(shares(name)),
          quantile(shares(name), 0.1),
          quantile(shares(name), 0.9),
          median(cpus.get(name) ?? []),
        ]),
      })
      targets.push({
        name: `reads ${title} beside bare pg`,
        value: median(shares(ours)),
        atLeast: 0.8,
      })
    }
  } finally {
    for (const reader of readers.values()) await reader.close()
    await schema.remove()
  }
  return { tables, targets }
}

/** Reads a second, and what one costs of the processor of this process, in microseconds. */
async function runRound(work: (place: number) => Promise<boolean>, roundMs: number, name: string) {
  const before = process.cpuUsage()
  const startedAt = performance.now()
  let place = 0
  const keepReading = async () => {
    while (performance.now() < startedAt + roundMs) {
      if (!(await work(place++))) throw new Error(`${name} did not read what it was asked for`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, keepReading))
  const { user, system } = process.cpuUsage(before)
  return {
    speed: place / ((performance.now() - startedAt) / 1_000),
    cpuUs: (user + system) / place,
  }
}

/** The same rows in the table of the store and in one of the libraries' own. */
async function fill(store: Store, url: string, count: number): Promise<void> {
  await store.migrate(plan)
  const items = Array.from({ length: count }, (_, place) => ({
    id: `item_${place}`,
    keys: { workspace: `ws_${place % workspaces}`, at: 1_700_000_000_000 + place },
    data: { email: `person.${place}@example.com`, note: 'x'.repeat(500), facts: { place } },
  }))
  for (let at = 0; at < count; at += 500) {
    const rows = items.slice(at, at + 500)
    await store.commit(rows.map((row) => ({ op: 'insert', in: 'items', row })))
  }
  const client = new pg.Client(url)
  await client.connect()
  await client.query(
    `create table items (id text primary key, rev integer not null, workspace text not null,
       at bigint not null, data text not null);
     create index on items (workspace, at desc, id desc)`,
  )
  await client.query(
    `insert into items select item ->> 'id', 1, item -> 'keys' ->> 'workspace',
       (item -> 'keys' ->> 'at')::bigint, item ->> 'data' from json_array_elements($1::json) item`,
    [JSON.stringify(items)],
  )
  await client.query('vacuum analyze')
  await client.end()
}

function readerOf(store: Store): Reader {
  return {
    async get(id) {
      const [row] = await store.get([{ in: 'items', id }])
      return row ?? {}
    },
    page: (workspace) =>
      store.list({
        in: 'items',
        index,
        where: [{ key: 'workspace', op: 'eq', value: workspace }],
        dir: 'desc',
        limit: 50,
      }),
    close: () => store.close(),
  }
}

async function openPeer(name: string, url: string): Promise<Reader> {
  const module = await import(new URL(`../../peers/stores/${name}.js`, import.meta.url).href)
  return module.open(url)
}
