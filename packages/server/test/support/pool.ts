import { type ClaimQuery, memoryStore, type Row, type Store } from '@doorkit/store'
import { type Logger, manualClock, silentLogger } from '../../src/index.ts'
import type { Services } from '../../src/services/services.ts'
import type { Step, StepLease } from '../../src/worker/step.ts'
import { createWorkPool } from '../../src/worker/work-pool.ts'

const plan = {
  collections: [
    {
      name: 'rows',
      columns: { workspace: 'text', due_at: 'integer', lease: 'text' },
      indexes: [
        { name: 'rows_due', on: ['due_at', 'workspace'] },
        { name: 'rows_workspace', on: ['workspace', 'due_at'] },
      ],
    },
  ],
} as const

/** One piece of work that a pool started. */
interface Piece extends StepLease {
  readonly workspace: string
  readonly rows: readonly Row[]
  readonly end: (done?: unknown) => void
  readonly fail: (error: unknown) => void
}

/** A pool of 40 places, shared fairly, over rows whose work ends when the test says so. */
export async function openPool(changes: Partial<Step> = {}, inner: Store = memoryStore()) {
  await inner.migrate(plan)
  const clock = manualClock(1_000)
  const claims: ClaimQuery[] = []
  const claim = (query: ClaimQuery) => {
    claims.push(query)
    return inner.claim(query)
  }
  const store: Store = { ...inner, claim }
  const begun: Piece[] = []
  const failures: unknown[] = []
  const logger: Logger = { ...silentLogger, error: (facts) => void failures.push(facts) }
  const fairStore = () => store
  const services = { store, fairStore, clock, logger } as unknown as Services
  let rowCount = 0
  let ends = 0
  const pool = createWorkPool(
    services,
    'test',
    {
      collection: 'rows',
      dueIndex: 'rows_due',
      leaseMs: 60_000,
      concurrency: 40,
      isFair: true,
      work: (_services, rows, hold) =>
        new Promise((end, fail) => {
          begun.push({ ...hold, workspace: String(rows[0]?.columns.workspace), rows, end, fail })
        }),
      ...changes,
    },
    {
      pollMs: 5_000,
      onEnd: () => {
        ends++
      },
    },
  )
  return {
    ...pool,
    begun,
    claims,
    failures,
    clock,
    /** How many pieces of work have ended. */
    ends: () => ends,
    async add(workspace: string, count: number, due_at = clock.now(), lease = '') {
      for (let index = 0; index < count; index++) {
        const columns = { workspace, due_at, lease }
        await store.commit([
          { op: 'insert', in: 'rows', row: { id: `${rowCount++}`, columns, data: {} } },
        ])
      }
    },
    /** Starts all work for which there are places, and returns how many pieces each workspace has started. */
    async fillUp() {
      while ((await pool.look()) > 0);
      const counts: Record<string, number> = {}
      for (const { workspace } of begun) counts[workspace] = (counts[workspace] ?? 0) + 1
      return counts
    },
  }
}
