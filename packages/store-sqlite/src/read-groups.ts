import { whenFree } from './busy.ts'

/** The transaction that reads share. */
export interface ReadTransaction {
  begin(): void
  /** Ends it, unless SQLite did where the disk failed. */
  end(): void
}

/** Runs `work` in a transaction, and gives its result. */
export type ReadInGroup = <Result>(work: () => Result) => Promise<Result>

// The reads of a request that need each other are fewer. More in a row would keep others waiting.
const maxRounds = 8

/**
 * Lets reads that wait at the same moment share a transaction, with the reads that follow from their
 * results at once: a read alone takes and gives back a lock of the file by two calls of the system
 * each. None sees less than what was written before it was asked: a transaction begins once all
 * requests of a turn of the event loop have come in, and ends before another one comes in.
 */
export function readGroups(transaction: ReadTransaction, busyTimeoutMs: number): ReadInGroup {
  let waiting: (() => void)[] = []
  let isRunning = false

  function runAll(): void {
    transaction.begin()
    runRound(1)
  }

  function runRound(round: number): void {
    const group = waiting
    waiting = []
    for (const read of group) read()
    // Once those who wait for these have gone on.
    queueMicrotask(() => process.nextTick(() => afterRound(round)))
  }

  function afterRound(round: number): void {
    if (waiting.length > 0 && round < maxRounds) {
      runRound(round + 1)
      return
    }
    transaction.end()
    isRunning = waiting.length > 0
    if (isRunning) setImmediate(runAll)
  }

  return <Result>(work: () => Result) =>
    new Promise<Result>((resolve) => {
      waiting.push(() => resolve(whenFree(busyTimeoutMs, work)))
      if (isRunning) return
      isRunning = true
      setImmediate(runAll)
    })
}
