import { setImmediate as endOfTick } from 'node:timers/promises'
import { mostCharactersTogether, mostStatementsTogether } from './transaction-bounds.ts'
import { whenFree } from './wait-while-locked.ts'

/**
 * The transaction that reads share. It never throws: if it cannot begin, each read is a transaction of
 * its own.
 */
export interface ReadTransaction {
  /** Returns false if it could not begin. */
  begin(): boolean
  end(): void
}

/** Runs `work`, one statement, in a transaction, and returns its result. */
export type ReadInGroup = <Result>(
  work: () => Result,
  charactersIn?: (result: Result) => number,
) => Promise<Result>

/** The reads of one tick of the event loop, and the immediate follow-up reads of their callers. */
interface Tick {
  /** Resolves when the reads may run. */
  readonly begun: Promise<void>
  /** How many statements have run. */
  statements: number
  /** How many characters they have read. */
  characters: number
}

const isFull = ({ statements, characters }: Tick) =>
  statements >= mostStatementsTogether || characters >= mostCharactersTogether

/**
 * Lets the reads of one tick of the event loop share a transaction, together with the immediate
 * follow-up reads of their callers. Otherwise each read would spend system calls on locking and
 * unlocking the file. A transaction begins when all requests of a tick have arrived, and ends before the
 * next request arrives. So a read sees everything that was written before its request arrived. Reads
 * that do not fit wait for the next transaction, so that other work can run in between.
 */
export function createReadInGroup(
  transaction: ReadTransaction,
  busyTimeoutMs: number,
): ReadInGroup {
  let tick: Tick | undefined

  function openTick(): Tick {
    const begun = endOfTick().then(() => {
      const isOpen = transaction.begin()
      // The callers of these reads continue first, and may read more.
      process.nextTick(() => {
        if (isOpen) transaction.end()
        if (tick === next) tick = undefined
      })
    })
    const next: Tick = { begun, statements: 0, characters: 0 }
    return next
  }

  return async (work, charactersIn) => {
    let joinedTick: Tick
    do {
      if (!tick || isFull(tick)) tick = openTick()
      joinedTick = tick
      await joinedTick.begun
    } while (isFull(joinedTick))
    joinedTick.statements += 1
    return whenFree(busyTimeoutMs, () => {
      const read = work()
      joinedTick.characters += charactersIn?.(read) ?? 0
      return read
    })
  }
}
