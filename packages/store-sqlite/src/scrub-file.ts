import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as endOfTick } from 'node:timers/promises'
import { SqlError } from '@doorkit/store-sql'
import { whenFree } from './wait-while-locked.ts'
import type { Checkpoints } from './wal-checkpoints.ts'

const usedBytes =
  'select (page_count - freelist_count) * page_size from pragma_page_count, pragma_freelist_count, pragma_page_size'

export interface ScrubOptions {
  /** How long to wait for others that use the database, in milliseconds. */
  readonly busyTimeoutMs: number
  /** The largest database that a scrub rewrites, in bytes of its used pages; 0 for none. */
  readonly vacuumMaxBytes: number
  /** Moves the WAL into the file on a thread, if the store has such a thread. */
  readonly checkpoints?: Pick<Checkpoints, 'moveAll'> | undefined
}

/**
 * Makes the function that removes erased content from a file. Calls during a run share the next one.
 *
 * It rewrites the database (VACUUM), unless its used pages have more than `vacuumMaxBytes`. When SQLite
 * moves rows between pages, it leaves copies of them in the unused middle of a page, where
 * `secure_delete` does not reach them.
 */
export function fileScrubber(
  db: DatabaseSync,
  { busyTimeoutMs, vacuumMaxBytes, checkpoints }: ScrubOptions,
): () => Promise<void> {
  const readUsedBytes = () => firstNumber(db, usedBytes)

  function vacuum(): void {
    // The reads of a tick share a transaction, which ends with the tick.
    if (db.isTransaction) throw new SqlError('busy', 'SQLite: a transaction is open')
    db.exec('vacuum')
  }

  // While `emptyLog` runs, everything else in the process waits. So the log should be short by then.
  async function moveAndEmptyLog(): Promise<void> {
    await checkpoints?.moveAll()
    await whenFree(busyTimeoutMs, () => emptyLog(db))
  }

  return runOncePerTick(async () => {
    if (vacuumMaxBytes > 0 && (await whenFree(busyTimeoutMs, readUsedBytes)) <= vacuumMaxBytes) {
      // On a disk that is almost full, a rewrite after a long log could leave no room to move the log
      // into the file. Then no process could write. If the log is empty, the rewrite does not make the
      // file larger.
      await moveAndEmptyLog()
      await endOfTick()
      try {
        await whenFree(busyTimeoutMs, vacuum)
        await endOfTick()
      } catch (error) {
        // A rewrite that fails leaves a long log, too.
        await moveAndEmptyLog().catch(() => {})
        throw error
      }
    }
    await moveAndEmptyLog()
  })
}

/**
 * Makes a function that runs `work` at the end of the tick, or after the current run. All calls until
 * then share one run and its outcome.
 */
function runOncePerTick(work: () => Promise<void>): () => Promise<void> {
  let latest: Promise<void> = Promise.resolve()
  let waiting: Promise<void> | undefined

  async function runAfter(before: Promise<void>): Promise<void> {
    // A failure of the earlier run concerns only its own callers.
    await before.catch(() => {})
    // The work must not run inside the transaction of this tick's reads.
    await endOfTick()
    waiting = undefined
    await work()
  }

  return () => {
    if (!waiting) {
      waiting = runAfter(latest)
      latest = waiting
    }
    return waiting
  }
}

/**
 * Moves the WAL into the file, and empties the WAL. In the newest copy of each page, `secure_delete` has
 * overwritten the erased content, but the WAL still has older copies.
 */
function emptyLog(db: DatabaseSync): void {
  const busy = firstNumber(db, 'pragma wal_checkpoint(truncate)')
  if (busy !== 0) throw new SqlError('busy', 'SQLite: the WAL is in use')
}

function firstNumber(db: DatabaseSync, sql: string): number {
  const statement = db.prepare(sql)
  statement.setReturnArrays(true)
  const [value] = Object(statement.get())
  return Number(value)
}
