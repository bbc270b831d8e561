import assert from 'node:assert/strict'
import type { CollectionPlan, Store, WriteOp } from '@doorkit/store'
import { walkPages } from './walk-pages.ts'

/** The collection that {@link writeStamped} writes and {@link followStamped} reads. */
export const stamped: CollectionPlan = {
  name: 'stamped',
  columns: { scope: 'text', at: 'integer' },
  indexes: [{ name: 'by_at', on: ['scope', 'at'] }],
}

/** The latest revision of every row, by id. */
export type Revisions = Map<string, number>

/** The options of {@link writeStamped}. */
export interface WriteStampedOptions {
  /** The name of the writer, which no other writer has. */
  readonly writer: string
  /** The scope of the horizon that the commits respect; the same as the readers'. */
  readonly scope: string
  /** How many rows to write. */
  readonly count: number
  /** The clock, which is the same for every process of a test. */
  readonly now: () => number
  /**
   * Called between reading the clock and the first attempt to commit, so that a reader can move the
   * horizon.
   */
  readonly pause: () => Promise<unknown>
}

/**
 * Writes rows with the time of their last change, as the server kit does. The writer reads the clock and
 * commits with that time. If a reader's horizon has passed that time, the writer tries again with a new
 * time. Every third write changes an earlier row.
 */
export async function writeStamped(
  store: Store,
  { writer, scope, count, now, pause }: WriteStampedOptions,
): Promise<{ written: Revisions; late: number }> {
  const written: Revisions = new Map()
  let late = 0
  for (let nth = 0; nth < count; nth += 1) {
    const id = nth % 3 === 2 ? `${writer}-${nth - 2}` : `${writer}-${nth}`
    for (let attempt = 0; ; attempt += 1) {
      const at = now()
      // Only a first attempt pauses: busy readers would starve a writer that always pauses.
      if (attempt === 0) await pause()
      const result = await store.commit([stamp(id, scope, at, written.has(id))], {
        at: { scope, at },
      })
      if (result.ok) break
      assert.equal(result.reason, 'late')
      assert.ok(
        result.reason === 'late' && result.horizon > at,
        'a late commit is dated before the horizon',
      )
      late += 1
    }
    written.set(id, (written.get(id) ?? 0) + 1)
  }
  return { written, late }
}

function stamp(id: string, scope: string, at: number, exists: boolean): WriteOp {
  return exists
    ? { op: 'patch', in: stamped.name, id, set: { at } }
    : { op: 'insert', in: stamped.name, row: { id, columns: { scope, at }, data: null } }
}

/** The options of {@link followStamped}. */
export interface FollowStampedOptions {
  /** The scope of the horizon that the reads move; the same as the writers'. */
  readonly scope: string
  /** The clock of the writers. */
  readonly now: () => number
  /** Whether the writers are done. Called before each run. */
  readonly isDone: () => Promise<boolean>
}

/**
 * Reads "everything that changed since my last run" until the writers are done, and once more after
 * that. A run reads each row that changed between the horizon of the previous run and its own horizon.
 */
export async function followStamped(
  store: Store,
  { scope, now, isDone }: FollowStampedOptions,
): Promise<{ seen: Revisions; runs: number }> {
  const seen: Revisions = new Map()
  let from = 0
  let runs = 0
  const run = async () => {
    const until = now()
    const rows = await walkPages(
      store,
      {
        in: stamped.name,
        index: 'by_at',
        where: [
          { column: 'scope', op: 'eq', value: scope },
          { column: 'at', op: 'gte', value: from },
          { column: 'at', op: 'lt', value: until },
        ],
        dir: 'asc',
        limit: 5,
        horizon: { scope, at: until },
      },
      ['scope', 'at'],
    )
    for (const row of rows) seen.set(row.id, row.rev)
    from = until
    runs += 1
  }
  while (!(await isDone())) await run()
  await run()
  return { seen, runs }
}
