import { setTimeout as sleep } from 'node:timers/promises'
import { toSqliteError } from '@doorkit/store-sql'

const firstWaitsMs = [1, 2, 5, 10, 15, 20]
const laterWaitMs = 25

/** How long to wait before the next attempt, in milliseconds, by the number of earlier waits. */
export function nextWaitMs(waits: number): number {
  return firstWaitsMs[waits] ?? laterWaitMs
}

/**
 * Tries `work` until the database is not locked, and waits for at most `timeoutMs`. SQLite could wait by
 * itself, but it would block everything else in this process.
 */
export async function whenFree<Result>(timeoutMs: number, work: () => Result): Promise<Result> {
  let waitedMs = 0
  for (let waits = 0; ; waits += 1) {
    try {
      return work()
    } catch (error) {
      const refusal = toSqliteError(error)
      if (refusal.code !== 'busy' || waitedMs >= timeoutMs) throw refusal
    }
    const waitMs = Math.min(nextWaitMs(waits), timeoutMs - waitedMs)
    await sleep(waitMs)
    waitedMs += waitMs
  }
}

/** Like {@link whenFree}, but blocks the process. Only for opening a file. */
export function whenFreeSync<Result>(timeoutMs: number, work: () => Result): Result {
  const clock = new Int32Array(new SharedArrayBuffer(4))
  for (let waitedMs = 0; ; waitedMs += laterWaitMs) {
    try {
      return work()
    } catch (error) {
      const refusal = toSqliteError(error)
      if (refusal.code !== 'busy' || waitedMs >= timeoutMs) throw refusal
    }
    Atomics.wait(clock, 0, 0, laterWaitMs)
  }
}
