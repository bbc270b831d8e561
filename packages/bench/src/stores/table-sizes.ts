import type { Store } from '@doorkit/server'
import { postgresStore } from '@doorkit/store-postgres'
import { createSchema } from '@doorkit/tests/postgres'
import pg from 'pg'
import type { Report } from '../report.ts'
import { median, quantile } from '../statistics.ts'

const workers = 8
const batchSize = 50
/** One call of the store adds or removes at most this many rows of the log. */
const rowsPerCall = 500

/** A queue and a log with rows. */
type FilledTables = Awaited<ReturnType<typeof fill>>

/** The speed of a queue and of a log in large tables, compared with their speed in small ones. */
export async function measureTableSizes(database: string, quick: boolean): Promise<Report> {
  const sizes = quick ? [100, 1_000] : [1_000, 1_000_000]
  const [count, rounds] = quick ? [50, 1] : [1_000, 9]
  const tasks = {
    'claimed and completed': (filled: FilledTables) => filled.work(count),
    'added to a log': (filled: FilledTables) => filled.append(count),
    'removed from a log by age': (filled: FilledTables) => filled.forget(count),
  }
  const speeds = new Map<string, number[]>()
  const all: FilledTables[] = []
  try {
    for (const size of sizes) all.push(await fill(database, size))
    for (let round = -1; round < rounds; round++) {
      for (const [name, run] of Object.entries(tasks)) {
        for (const [index, filled] of all.entries()) {
          const startedAt = performance.now()
          await run(filled)
          const seconds = (performance.now() - startedAt) / 1_000
          const key = `${name} ${index}`
          if (round >= 0) speeds.set(key, [...(speeds.get(key) ?? []), count / seconds])
        }
      }
    }
  } finally {
    for (const filled of all) await filled.close()
  }
  const speedOf = (name: string, index: number) => speeds.get(`${name} ${index}`) ?? []
  const ratios = Object.keys(tasks).map((name) => {
    const few = speedOf(name, 0)
    return median(speedOf(name, 1).map((speed, round) => speed / (few[round] ?? speed)))
  })
  const [few = 0, many = 0] = sizes
  return {
    tables: [
      {
        title: `PostgreSQL, rows per second by the number of rows in the table (claims: ${workers} workers)`,
        columns: ['', ...sizes.map((size) => size.toLocaleString('en')), 'p10', 'p90', 'ratio'],
        rows: Object.keys(tasks).map((name, task) => [
          name,
          ...sizes.map((_, index) => median(speedOf(name, index))),
          quantile(speedOf(name, 1), 0.1),
          quantile(speedOf(name, 1), 0.9),
          ratios[task] ?? null,
        ]),
      },
    ],
    targets: Object.keys(tasks).map((name, task) => ({
      name: `rows ${name} in a table of ${many} rows, relative to a table of ${few}`,
      value: ratios[task] ?? 0,
      atLeast: 0.67,
    })),
  }
}

async function fill(database: string, size: number) {
  const schema = await createSchema(database)
  const store = postgresStore({ url: schema.url })
  await store.migrate({
    collections: [
      {
        name: 'jobs',
        columns: { due_at: 'integer', lease: 'text' },
        indexes: [{ name: 'jobs_due', on: ['due_at'] }],
      },
      {
        name: 'log',
        columns: { created_at: 'integer' },
        indexes: [{ name: 'log_age', on: ['created_at'] }],
      },
    ],
  })
  const client = new pg.Client(schema.url)
  await client.connect()
  const rows = `from generate_series(1, ${size}) n`
  await client.query(
    `insert into doorkit_jobs (id, rev, due_at, data) select 'job_' || n, 1, n, '{}' ${rows}`,
  )
  await client.query(
    `insert into doorkit_log (id, rev, created_at, data) select 'row_' || n, 1, n, '"' || repeat('x', 600) || '"' ${rows}`,
  )
  await client.query('vacuum analyze')
  await client.end()
  const made = { jobs: size, log: size }
  let forgotten = 0
  const insert = (collection: 'jobs' | 'log', at: string, data: unknown) => {
    const number = ++made[collection]
    const row = { id: `${collection}_${number}`, columns: { [at]: number }, data }
    return { op: 'insert', in: collection, row } as const
  }
  const inSteps = async (count: number, step: (size: number) => Promise<unknown>) => {
    for (let left = count; left > 0; left -= rowsPerCall) await step(Math.min(rowsPerCall, left))
  }
  return {
    /** Claims and completes rows of the queue, and adds as many. */
    async work(count: number) {
      let left = count
      const work = async () => {
        while (left > 0) {
          const limit = Math.min(batchSize, left)
          left -= limit
          await completeSome(store, limit, () => insert('jobs', 'due_at', {}))
        }
      }
      await Promise.all(Array.from({ length: workers }, work))
    },
    append: (count: number) =>
      inSteps(count, (rowCount) =>
        store.commit(
          Array.from({ length: rowCount }, () => insert('log', 'created_at', 'x'.repeat(600))),
        ),
      ),
    /** Removes the oldest rows of the log. */
    forget: (count: number) =>
      inSteps(count, async (limit) => {
        forgotten += limit
        const where = [{ column: 'created_at', op: 'lte', value: forgotten } as const]
        const { changed } = await store.deleteMany({ in: 'log', where, limit })
        if (changed !== limit) throw new Error(`${changed} of ${limit} rows were removed.`)
      }),
    async close() {
      await store.close()
      await schema.remove()
    },
  }
}

let claims = 0

type Insert = Extract<Parameters<Store['commit']>[0][number], { op: 'insert' }>

/** Claims rows, removes them, and adds as many. */
async function completeSome(store: Store, limit: number, next: () => Insert): Promise<void> {
  claims += 1
  const token = `claim_${claims}`
  const lease = { dueColumn: 'due_at', leaseColumn: 'lease', leaseMs: 60_000, token }
  const rows = await store.claim({ in: 'jobs', ...lease, now: 1e9, limit })
  if (rows.length !== limit) throw new Error(`${rows.length} of ${limit} rows were claimed.`)
  const mine = [{ column: 'lease', op: 'eq', value: token }] as const
  const removals = rows.map(({ id }) => ({ op: 'remove', in: 'jobs', id, when: mine }) as const)
  const { ok } = await store.commit([...removals, ...rows.map(next)])
  if (!ok) throw new Error('A lease was lost.')
}
