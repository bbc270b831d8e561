import { postgresStore } from '@doorkit/store-postgres'
import { createSchema } from '@doorkit/tests/postgres'
import pg from 'pg'
import { type Child, startChild } from '../child.ts'
import type { Report, Table, Target } from '../report.ts'
import { ratios, runRounds } from '../rounds.ts'
import { median, spread } from '../statistics.ts'
import { itemsPlan, type ReadKind, readsAtOnce, workspaces } from './reader.ts'
import type { Round } from './reader-process.ts'

const ours = '@doorkit/store-postgres'
const bare = 'bare pg'
/** The readers, and their modules. */
const readers: Readonly<Record<string, string>> = {
  [bare]: peer('bare-pg'),
  [ours]: new URL('./store-reader.ts', import.meta.url).href,
  kysely: peer('kysely'),
  drizzle: peer('drizzle'),
}

const titles: Readonly<Record<ReadKind, string>> = { get: 'by primary key', page: 'of pages of 50' }

/** Reads of single rows and of pages of 50, compared with other libraries. */
export async function measureReads(database: string, quick: boolean): Promise<Report> {
  const [count, rounds, roundMs] = quick ? [2_000, 2, 20] : [20_000, 20, 200]
  const schema = await createSchema(database)
  await fill(schema.url, count)
  const processes = new Map<string, Child>()
  const tables: Table[] = []
  const targets: Target[] = []
  try {
    const file = new URL('./reader-process.ts', import.meta.url)
    for (const [name, module] of Object.entries(readers)) {
      processes.set(name, await startChild(file, [module, schema.url, String(count)]))
    }
    const names = [...processes.keys()]
    for (const [kind, title] of Object.entries(titles)) {
      const results = await runRounds(names, { rounds, warmUps: 3 }, async (name) => {
        return (await processes.get(name)?.ask({ kind, roundMs })) as Round
      })
      const shares = (name: string) => ratios(results, name, bare, ({ speed }) => speed)
      tables.push({
        title: `PostgreSQL, reads ${title}, ${readsAtOnce} at once`,
        columns: ['', 'per second', 'of bare', 'p10', 'p90', 'CPU µs'],
        rows: [...results].map(([name, all]) => [
          name,
          median(all.map(({ speed }) => speed)),
          ...spread(shares(name)),
          median(all.map(({ cpuUs }) => cpuUs)),
        ]),
      })
      targets.push({
        name: `reads ${title}, relative to bare pg`,
        value: median(shares(ours)),
        atLeast: 0.8,
      })
    }
  } finally {
    for (const reader of processes.values()) reader.stop()
    await schema.remove()
  }
  return { tables, targets }
}

/** Writes the same rows to the table of the store and to a table for the other libraries. */
async function fill(url: string, count: number): Promise<void> {
  const store = postgresStore({ url })
  await store.migrate(itemsPlan)
  const items = Array.from({ length: count }, (_, index) => ({
    id: `item_${index}`,
    columns: { workspace: `ws_${index % workspaces}`, at: 1_700_000_000_000 + index },
    data: { email: `person.${index}@example.com`, note: 'x'.repeat(500), facts: { index } },
  }))
  for (let at = 0; at < count; at += 500) {
    const rows = items.slice(at, at + 500)
    await store.commit(rows.map((row) => ({ op: 'insert', in: 'items', row })))
  }
  await store.close()
  const client = new pg.Client(url)
  await client.connect()
  await client.query(
    `create table items (id text primary key, rev integer not null, workspace text not null,
       at bigint not null, data text not null);
     create index on items (workspace, at desc, id desc)`,
  )
  await client.query(
    `insert into items select item ->> 'id', 1, item -> 'columns' ->> 'workspace',
       (item -> 'columns' ->> 'at')::bigint, item ->> 'data' from json_array_elements($1::json) item`,
    [JSON.stringify(items)],
  )
  await client.query('vacuum analyze')
  await client.end()
}

function peer(name: string): string {
  return new URL(`../../peers/stores/${name}.js`, import.meta.url).href
}
