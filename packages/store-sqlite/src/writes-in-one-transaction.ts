import { setImmediate as endOfTurn, setTimeout as sleep } from 'node:timers/promises'
import { SqlError, toSqliteError } from '@doorkit/store-sql'
import { waitBefore } from './busy.ts'

/** The statements around writes. Each throws where SQLite refuses it. */
export interface Transaction {
  begin(): void
  commit(): void
  rollback(): void
  /** Begins a part that can be undone by itself. */
  beginPart(): void
  commitPart(): void
  rollbackPart(): void
  /** Whether there is still a transaction: SQLite ends it by itself where the disk fails. */
  isOpen(): boolean
}

/** Runs `work` in a transaction, and gives its result once that is committed. */
export type WriteInGroup = <Result>(work: () => Result) => Promise<Result>

interface Write {
  readonly work: () => unknown
  readonly resolve: (result: unknown) => void
  readonly reject: (error: SqlError) => void
  /** How long it waited for other processes, in milliseconds. */
  waitedMs: number
  /** Whether it gets a transaction of its own, since one that it shared failed as a whole. */
  isAlone: boolean
}

// A transaction costs less than one of the writes in it. A larger group gains nothing more, and
// holds up everything else in this process for longer.
const maxGroup = 32

/** How long a write waits for another writer while that keeps the file anyway. */
const heldUpTimeoutMs = 250

/**
 * Lets writes that wait at the same moment share a transaction: those of all requests that came in
 * one turn of the event loop, in their order. Each keeps a result of its own: where one throws, what
 * it did is undone, and the others stand. None has its result before the transaction is committed.
 *
 * They wait for another process that writes for at most `busyTimeoutMs`. After one that waited in
 * vain, others are answered sooner.
 */
export function writeGroups(transaction: Transaction, busyTimeoutMs: number): WriteInGroup {
  let waiting: Write[] = []
  let isRunning = false
  let isHeldUp = false

  async function runAll(): Promise<void> {
    isRunning = true
    let attempt = 0
    for (await endOfTurn(); waiting.length > 0; await endOfTurn()) {
      try {
        transaction.begin()
      } catch (error) {
        const waitMs = waitBefore(attempt)
        attempt += 1
        keepWaiting(toSqliteError(error), waitMs)
        if (waiting.length > 0) await sleep(waitMs)
        continue
      }
      attempt = 0
      isHeldUp = false
      // Those that are alone are the first: they waited already.
      const group = waiting.splice(0, waiting[0]?.isAlone ? 1 : maxGroup)
      const [only] = group
      if (only && group.length === 1) runAlone(only)
      else runTogether(group)
    }
    isRunning = false
  }

  /** Refuses what waited long enough. */
  function keepWaiting(refusal: SqlError, waitMs: number): void {
    const isBusy = refusal.code === 'busy'
    const timeoutMs = isHeldUp ? Math.min(heldUpTimeoutMs, busyTimeoutMs) : busyTimeoutMs
    const before = waiting
    waiting = before.filter(({ waitedMs }) => isBusy && waitedMs < timeoutMs)
    for (const write of waiting) write.waitedMs += waitMs
    for (const write of before) if (!waiting.includes(write)) write.reject(inVain(refusal))
    isHeldUp ||= isBusy && waiting.length < before.length
  }

  function runAlone({ work, resolve, reject }: Write): void {
    try {
      const result = work()
      transaction.commit()
      resolve(result)
    } catch (error) {
      if (transaction.isOpen()) transaction.rollback()
      reject(toSqliteError(error))
    }
  }

  function runTogether(group: readonly Write[]): void {
    let answers: (() => void)[]
    try {
      answers = group.map(runPart)
      transaction.commit()
    } catch {
      // The error does not say whose fault it was: each write is tried in a transaction of its own.
      if (transaction.isOpen()) transaction.rollback()
      for (const write of group) write.isAlone = true
      waiting.unshift(...group)
      return
    }
    for (const answer of answers) answer()
  }

  function runPart({ work, resolve, reject }: Write): () => void {
    transaction.beginPart()
    try {
      const result = work()
      transaction.commitPart()
      return () => resolve(result)
    } catch (error) {
      // Where SQLite ended the transaction, nothing of the others is left either.
      if (!transaction.isOpen()) throw error
      transaction.rollbackPart()
      return () => reject(toSqliteError(error))
    }
  }

  return <Result>(work: () => Result) =>
    new Promise<Result>((resolve, reject) => {
      const settle = { resolve: resolve as Write['resolve'], reject }
      waiting.push({ work, ...settle, waitedMs: 0, isAlone: false })
      if (!isRunning) void runAll()
    })
}

/** A write that waited for its time found the database away; any other refusal is its own. */
function inVain(refusal: SqlError): SqlError {
  return refusal.code === 'busy'
    ? new SqlError('away', refusal.message, { cause: refusal })
    : refusal
}
