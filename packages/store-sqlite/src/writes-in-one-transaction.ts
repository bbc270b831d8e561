import { setImmediate as endOfTick, setTimeout as sleep } from 'node:timers/promises'
import { createFairQueue } from '@doorkit/store'
import { SqlError, toSqliteError } from '@doorkit/store-sql'
import { mostCharactersTogether, mostStatementsTogether } from './transaction-bounds.ts'
import { nextWaitMs } from './wait-while-locked.ts'

/** The statements around writes. Each throws if SQLite refuses it. */
export interface Transaction {
  begin(): void
  commit(): void
  rollback(): void
  /** Begins a part that can be undone by itself. */
  beginPart(): void
  commitPart(): void
  rollbackPart(): void
  /** Whether there is still a transaction: SQLite ends it by itself if the disk fails. */
  isOpen(): boolean
}

/** The size of a write that waits for its transaction. */
export interface WriteSize {
  readonly statements: number
  /** How many characters its values have. */
  readonly characters: number
}

interface Write extends WriteSize {
  readonly partition: string
  readonly work: () => unknown
  readonly resolve: (result: unknown) => void
  readonly reject: (error: SqlError) => void
  /** How long the write has waited for other processes, in milliseconds. */
  waitedMs: number
}

/** How long a write waits for another writer once an earlier write has waited in vain. */
const heldUpTimeoutMs = 250

/**
 * Lets the writes of all requests that arrive in one tick of the event loop share a transaction, as far
 * as they fit. The writes of each partition keep their order. Each has a result of its own: if one
 * throws, only its changes are undone. No write gets its result before the commit.
 *
 * Writes wait at most `busyTimeoutMs` for another process that writes. After a write has waited that
 * long without success, the following ones wait less.
 */
export function createWriteInGroup(transaction: Transaction, busyTimeoutMs: number) {
  const waiting = createFairQueue<Write>()
  /** Writes whose shared transaction failed. Each gets a transaction of its own. */
  let alone: Write[] = []
  let isRunning = false
  let isHeldUp = false

  async function runAll(): Promise<void> {
    isRunning = true
    let waits = 0
    for (await endOfTick(); countWaiting() > 0; await endOfTick()) {
      try {
        transaction.begin()
      } catch (error) {
        const waitMs = nextWaitMs(waits)
        waits += 1
        refuseOrWait(toSqliteError(error), waitMs)
        if (countWaiting() > 0) await sleep(waitMs)
        continue
      }
      waits = 0
      isHeldUp = false
      const group = takeGroup()
      const [only] = group
      if (only && group.length === 1) runAlone(only)
      else runTogether(group)
    }
    isRunning = false
  }

  const countWaiting = () => alone.length + waiting.size()

  function takeGroup(): Write[] {
    // The writes in `alone` have already waited for a transaction that failed.
    const first = alone.shift()
    if (first) return [first]
    const group: Write[] = []
    let [statements, characters] = [0, 0]
    const fits = (write: Write) =>
      group.length === 0 ||
      (statements + write.statements <= mostStatementsTogether &&
        characters + write.characters <= mostCharactersTogether)
    for (let next = waiting.take(fits); next; next = waiting.take(fits)) {
      group.push(next)
      statements += next.statements
      characters += next.characters
    }
    return group
  }

  /**
   * If the database is busy, refuses only the writes that have waited long enough. Otherwise refuses
   * all.
   */
  function refuseOrWait(refusal: SqlError, waitMs: number): void {
    const isBusy = refusal.code === 'busy'
    const timeoutMs = isHeldUp ? Math.min(heldUpTimeoutMs, busyTimeoutMs) : busyTimeoutMs
    const keepOrRefuse = (write: Write) => {
      const isAllowed = isBusy && write.waitedMs < timeoutMs
      write.waitedMs += waitMs
      if (!isAllowed) write.reject(afterTimeout(refusal))
      return isAllowed
    }
    const before = countWaiting()
    alone = alone.filter(keepOrRefuse)
    const others: Write[] = []
    for (let next = waiting.take(); next; next = waiting.take()) others.push(next)
    for (const write of others.filter(keepOrRefuse)) waiting.add(write.partition, write)
    isHeldUp ||= isBusy && countWaiting() < before
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
      // The error does not say which write caused it, so each is tried in a transaction of its own.
      if (transaction.isOpen()) transaction.rollback()
      alone.push(...group)
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
      // If SQLite has ended the transaction, the changes of the others are gone too.
      if (!transaction.isOpen()) throw error
      transaction.rollbackPart()
      return () => reject(toSqliteError(error))
    }
  }

  return <Result>(work: () => Result, size: WriteSize, partition = '') =>
    new Promise<Result>((resolve, reject) => {
      const settle = { resolve: resolve as Write['resolve'], reject }
      waiting.add(partition, { ...size, partition, work, ...settle, waitedMs: 0 })
      if (!isRunning) void runAll()
    })
}

/** The error of a write that has waited too long is `unavailable`. Any other error stays as it is. */
function afterTimeout(refusal: SqlError): SqlError {
  return refusal.code === 'busy'
    ? new SqlError('unavailable', refusal.message, { cause: refusal })
    : refusal
}
