import assert from 'node:assert/strict'
import type { CollectionPlan, Store, WriteOp } from '@doorkit/server/store'
import { walkPages } from './walk.ts'

/** The collection that {@link writeStamped} and {@link followStamped} share. */
export const stamped: CollectionPlan = {
  name: 'stamped',
  keys: { scope: 'text', at: 'integer' },
  indexes: [{ name: 'by_at', on: ['scope', 'at'] }],
}

/** Latest revision of every row, by id. */
export type Revisions = Map<string, number>

/** How one writer writes. */
export interface WriteStampedOptions {
  /** Different from every other writer's. */
  readonly writer: string
  /** Whose horizon the commits keep behind: the scope of the readers. */
  readonly scope: string
  /** How many rows to write. */
  readonly count: number
  /** The time now; every process of one test reads the same clock. */
  readonly now: () => number
  /**
   * Called between taking the time of a first attempt and committing, so that readers can move on
   * in between.
   */
  readonly pause: () => Promise<unknown>
}

/**
 * Writes rows that carry the time of their last change, as every record of the server kit does:
 * takes the time, commits at it, and takes it again when a reader's horizon was faster. Every
 * third write changes an earlier row.
 */
export async function writeStamped(
  store: Store,
  { writer, scope, count, now, pause }: WriteStampedOptions,
): Promise<{ written: Revisions; late: number }> {
  const written: Revisions = new Map()
  let late = 0
  for (let turn = 0; turn < count; turn += 1) {
    const id = turn % 3 === 2 ? `${writer}-${turn - 2}` : `${writer}-${turn}`
    for (let attempt = 0; ; attempt += 1) {
      const at = now()
      // A second attempt hurries, or readers that never rest would starve the writer.
      if (attempt === 0) await pause()
      const result = await store.commit([stamp(id, scope, at, written.has(id))], {
        at: { scope, at },
      })
      if (result.ok) break
      assert.equal(result.reason, 'late')
      assert.ok(result.reason === 'late' && result.horizon > at, 'late, yet not behind the horizon')
      late += 1
    }
    written.set(id, (written.get(id) ?? 0) + 1)
  }
  return { written, late }
}

function stamp(id: string, scope: string, at: number, exists: boolean): WriteOp {
  return exists
    ? { op: 'patch', in: stamped.name, id, set: { at } }
    : { op: 'insert', in: stamped.name, row: { id, keys: { scope, at }, data: null } }
}

/** How one reader reads. */
export interface FollowStampedOptions {
  /** Whose horizon the reads move: the scope of the writers. */
  readonly scope: string
  /** The time now, in milliseconds since the epoch: the writers' clock. */
  readonly now: () => number
  /** Called between two runs; answers whether the writers are done. */
  readonly isDone: () => Promise<boolean>
}

/**
 * Reads "everything changed since my last run", again and again, and once more after the writers
 * are done. A run takes each row changed from where the last one ended up to its own horizon.
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
          { key: 'scope', op: 'eq', value: scope },
          { key: 'at', op: 'gte', value: from },
          { key: 'at', op: 'lt', value: until },
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
