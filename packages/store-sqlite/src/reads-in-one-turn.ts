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

// The reads of a request that need each other are fewer. More in a row would keep others waiting.
const mostFollowing = 7

/**
 * Lets reads of one turn of the event loop share a transaction, with the reads that follow from their
 * results at once: a read alone takes and gives back a lock of the file by two system calls each.
 * None sees less than what was written before its request came in: a transaction begins once all
 * requests of a turn have come in, and ends before another one does.
 */
export function readGroups(transaction: ReadTransaction, busyTimeoutMs: number): ReadInGroup {
  let turn: Promise<void> | undefined
  let hasBegun = false
  /** How many reads may follow from those of this turn. */
  let left = 0

  async function beginTurn(): Promise<void> {
    await endOfTurn()
    const isOpen = transaction.begin()
    hasBegun = true
    // Once those who wait for these reads have gone on.
    process.nextTick(() => {
      if (isOpen) transaction.end()
      turn = undefined
      hasBegun = false
      left = 0
    })
  }

  return async (work) => {
    if (hasBegun && left === 0) await endOfTurn()
    left += hasBegun ? -1 : mostFollowing
    turn ??= beginTurn()
    await turn
    return whenFree(busyTimeoutMs, work)
  }
}
