import { whenFree } from './busy.ts'

/** The transaction that reads share. It never throws: without it, each read is one by itself. */
export interface ReadTransaction {
  /** False where it could not begin. */
  begin(): boolean
  end(): void
}

/** Runs `work` in a transaction, and gives its result. */
export type ReadInGroup = <Result>(work: () => Result) => Promise<Result>

// The reads of a request that need each other are fewer. More in a row would keep others waiting.
const maxRounds = 8

/**
 * Lets reads of one turn of the event loop share a transaction, with the reads that follow from their
 * results at once: a read alone takes and gives back a lock of the file by two system calls each.
 * None sees less than what was written before its request came in: a transaction begins once all
 * requests of a turn have come in, and ends before another one does.
 */
export function readGroups(transaction: ReadTransaction, busyTimeoutMs: number): ReadInGroup {
  let waiting: (() => void)[] = []
  let isRunning = false

  function runAll(): void {
    runRound(1, transaction.begin())
  }

  function runRound(round: number, isOpen: boolean): void {
    const group = waiting
    waiting = []
    for (const read of group) read()
    // Once those who wait for these have gone on.
    queueMicrotask(() => process.nextTick(() => afterRound(round, isOpen)))
  }

  function afterRound(round: number, isOpen: boolean): void {
    if (waiting.length > 0 && round < maxRounds) {
      runRound(round + 1, isOpen)
      return
    }
    if (isOpen) transaction.end()
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
