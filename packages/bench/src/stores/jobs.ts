import { postgresStore } from '@doorkit/store-postgres'
import { createSchema } from '@doorkit/tests/postgres'
import type { Report } from '../report.ts'
import { type Rounds, runRounds } from '../rounds.ts'
import { median, spread } from '../statistics.ts'

/** A queue on PostgreSQL. */
interface Queue {
  add(count: number): Promise<unknown>
  /** Claims and completes all jobs, and returns their number. */
  drain(workers: number, batchSize: number, count: number): Promise<number>
  close(): Promise<void>
}

const workers = 8
const batchSize = 50
const ours = '@doorkit/store-postgres'

/** Jobs claimed and completed per second, in batches, compared with other queues on PostgreSQL. */
export async function measureJobs(database: string, quick: boolean): Promise<Report> {
  const [count, rounds] = quick ? [100, 1] : [4_000, 5]
  const schemas = await Promise.all([1, 2, 3].map(() => createSchema(database)))
  const [first = '', second = '', third = ''] = schemas.map(({ url }) => url)
  const queues = new Map<string, Queue>([
    [ours, await openStore(first)],
    ['pg-boss', await openPeer('pg-boss', second)],
    ['graphile-worker', await openPeer('graphile-worker', third)],
  ])
  let speeds: Rounds<string, number>
  try {
    speeds = await runRounds([...queues.keys()], { rounds }, async (name) => {
      const queue = queues.get(name) as Queue
      await queue.add(count)
      const startedAt = performance.now()
      const done = await queue.drain(workers, batchSize, count)
      const seconds = (performance.now() - startedAt) / 1_000
      if (done !== count) throw new Error(`${name} completed ${done} of ${count} jobs`)
      return count / seconds
    })
  } finally {
    for (const queue of queues.values()) await queue.close()
    for (const schema of schemas) await schema.remove()
  }
  const relativeTo = (name: string) =>
    median(speeds.get(ours) ?? []) / median(speeds.get(name) ?? [])
  return {
    tables: [
      {
        title: `PostgreSQL, jobs claimed and completed, ${workers} workers`,
        columns: ['', 'per second', 'p10', 'p90'],
        rows: [...speeds].map(([name, all]) => [name, ...spread(all)]),
      },
    ],
    targets: ['pg-boss', 'graphile-worker'].map((name) => ({
      name: `jobs relative to ${name}`,
      value: relativeTo(name),
      atLeast: 1,
    })),
  }
}

async function openStore(url: string): Promise<Queue> {
  const store = postgresStore({ url })
  await store.migrate({
    collections: [
      {
        name: 'jobs',
        columns: { due_at: 'integer', lease: 'text' },
        indexes: [{ name: 'jobs_due', on: ['due_at'] }],
      },
    ],
  })
  let made = 0
  let claims = 0
  return {
    async add(count) {
      for (let left = count; left > 0; left -= 500) {
        const ops = Array.from({ length: Math.min(500, left) }, () => {
          const row = {
            id: `job_${made++}`,
            columns: { due_at: made, lease: null },
            data: { at: made },
          }
          return { op: 'insert', in: 'jobs', row } as const
        })
        await store.commit(ops)
      }
    },
    async drain() {
      let done = 0
      const work = async () => {
        for (;;) {
          const token = `claim_${claims++}`
          const lease = { dueColumn: 'due_at', leaseColumn: 'lease', leaseMs: 60_000, token }
          const rows = await store.claim({
            in: 'jobs',
            ...lease,
            now: Date.now(),
            limit: batchSize,
          })
          if (rows.length === 0) return
          const mine = [{ column: 'lease', op: 'eq', value: token }] as const
          const ops = rows.map(({ id }) => ({ op: 'remove', in: 'jobs', id, when: mine }) as const)
          const { ok } = await store.commit(ops)
          if (!ok) throw new Error('A lease was lost.')
          done += rows.length
        }
      }
      await Promise.all(Array.from({ length: workers }, work))
      return done
    },
    close: () => store.close(),
  }
}

async function openPeer(name: string, url: string): Promise<Queue> {
  const module = await import(new URL(`../../peers/stores/${name}.js`, import.meta.url).href)
  return module.open(url)
}
