import type { Receipt, SqlResult, Statement } from '@doorkit/store-sql'
import { isLostRace, isUnreachable } from './postgres-error.ts'
import { maxRepetitions } from './repeat-call.ts'

/** The facts about a transaction that are known even after its connection broke. */
export interface Transaction {
  /** The results that have arrived, of its statements and of those around them. */
  readonly results: SqlResult[]
  /** Whether the statement after `begin` returns the number of the transaction. */
  readonly isNumbered: boolean
  /** The receipt that the transaction writes first. */
  readonly receipt: Receipt | undefined
  /** Whether the database may have been asked to commit. */
  commitSent: boolean
}

/**
 * Selects the transaction's number and the server's start time. More columns may follow. The
 * number means nothing to a server that was started later, or to a standby that took over.
 */
export const selectNumber =
  'select pg_current_xact_id()::text as "number", pg_postmaster_start_time()::text as "server"'

/** Returns the number of a transaction whose own first statement does not return it. */
export const identify: Statement = { name: 'transaction_number', sql: selectNumber, params: [] }
const statusSql =
  'select pg_xact_status($1::text::xid8) as "status" where pg_postmaster_start_time()::text = $2'

/** The statement that asks whether a transaction was committed; undefined without a receipt or a number. */
export function questionAbout(transaction: Transaction): Statement | undefined {
  const { receipt, isNumbered, results } = transaction
  if (receipt) return receipt.settle
  const [number, server] = (isNumbered && results[1]?.rows[0]) || []
  return number ? { sql: statusSql, params: [String(number), String(server)] } : undefined
}

/** How to ask about a transaction. */
interface AskOptions {
  /** Runs a statement on another connection. */
  readonly run: (question: Statement) => Promise<SqlResult>
  /** Whether there is still time to ask. */
  readonly mayAsk: () => boolean
  /** Waits for a random time, whose limit grows with each repetition. */
  readonly backOff: (repetition: number) => Promise<void>
}

/** Finds out whether a transaction was committed; undefined if that is impossible. */
export async function hasCommitted(
  question: Statement,
  { run, backOff, mayAsk }: AskOptions,
): Promise<boolean | undefined> {
  for (let repetition = 0; repetition <= maxRepetitions && mayAsk(); repetition += 1) {
    await backOff(repetition)
    try {
      const status = String((await run(question)).rows[0]?.[0])
      if (status === 'committed' || status === '1') return true
      if (status === 'aborted' || status === '0') return false
      // If the transaction is still running, wait for its end.
      if (status !== 'in progress') return undefined
    } catch (error) {
      if (!isUnreachable(error) && !isLostRace(error)) return undefined
    }
  }
  return undefined
}
