import { setImmediate as endOfTurn } from 'node:timers/promises'
import { whenFree } from './busy.ts'

/** The transaction that reads share. It never throws: without it, each read is one by itself. */
export interface ReadTransaction {
  /** False where it could not begin. */
  begin(): boolean
  end(): void
}

/** Runs `work` in a transaction, and gives its result. */
export type ReadInGroup = <Result>(work: () => Result) => Promise<Result>

/** The reads of one turn of the event loop, and those that follow from their results at once. */
interface Turn {
  /** Ends when they may read. */
  readonly begun: Promise<void>
  /** When the reads that still come are those of the next turn, by the clock of the process. */
  endsAt: number
}

// In milliseconds. More reads in a row would keep others waiting.
const longestMs = 10

/**
 * Lets reads of one turn of the event loop share a transaction, with the reads that follow from their
 * results at once: a read alone takes and gives back a lock of the file by two system calls each.
 * None sees less than what was written before its request came in: a transaction begins once all
 * requests of a turn have come in, and ends before another one does.
 */
export function readGroups(transaction: ReadTransaction, busyTimeoutMs: number): ReadInGroup {
  let turn: Turn | undefined

  function nextTurn(): Turn {
    const begun = endOfTurn().then(() => {
      const isOpen = transaction.begin()
      next.endsAt = performance.now() + longestMs
      // Those who wait for these reads go on before, and may read more.
      process.nextTick(() => {
        if (isOpen) transaction.end()
        if (turn === next) turn = undefined
      })
    })
    const next: Turn = { begun, endsAt: Number.POSITIVE_INFINITY }
    return next
  }

  return async (work) => {
    if (!turn || performance.now() > turn.endsAt) turn = nextTurn()
    await turn.begun
    return whenFree(busyTimeoutMs, work)
  }
}
