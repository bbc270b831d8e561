import { setImmediate as endOfTurn } from 'node:timers/promises'
import { mostCharactersTogether, mostStatementsTogether } from './bounds.ts'
import { whenFree } from './busy.ts'

/** The transaction that reads share. It never throws: without it, each read is one by itself. */
export interface ReadTransaction {
  /** False where it could not begin. */
  begin(): boolean
  end(): void
}

/** Runs `work`, one statement, in a transaction, and gives its result. */
export type ReadInGroup = <Result>(
  work: () => Result,
  charactersIn?: (result: Result) => number,
) => Promise<Result>

/** The reads of one turn of the event loop, and those that follow from their results at once. */
interface Turn {
  /** Ends when they may read. */
  readonly begun: Promise<void>
  /** What was read so far. */
  statements: number
  characters: number
}

const isFull = ({ statements, characters }: Turn) =>
  statements >= mostStatementsTogether || characters >= mostCharactersTogether

/**
 * Lets reads of one turn of the event loop share a transaction, with the reads that follow from their
 * results at once: a read alone takes and gives back a lock of the file by two system calls each. None
 * sees less than what was written before its request came in: a transaction begins once all requests of
 * a turn have come in, and ends before another one does. What is too much for one waits for the next, so
 * that others have the process in between.
 */
export function readGroups(transaction: ReadTransaction, busyTimeoutMs: number): ReadInGroup {
  let turn: Turn | undefined

  function nextTurn(): Turn {
    const begun = endOfTurn().then(() => {
      const isOpen = transaction.begin()
      // Those who wait for these reads go on before, and may read more.
      process.nextTick(() => {
        if (isOpen) transaction.end()
        if (turn === next) turn = undefined
      })
    })
    const next: Turn = { begun, statements: 0, characters: 0 }
    return next
  }

  return async (work, charactersIn) => {
    let mine: Turn
    do {
      if (!turn || isFull(turn)) turn = nextTurn()
      mine = turn
      await mine.begun
    } while (isFull(mine))
    mine.statements += 1
    return whenFree(busyTimeoutMs, () => {
      const read = work()
      mine.characters += charactersIn?.(read) ?? 0
      return read
    })
  }
}
