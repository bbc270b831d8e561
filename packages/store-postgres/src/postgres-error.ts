import { SqlError, type SqlErrorCode } from '@doorkit/store-sql'

/** A refusal of the database, with the members that `pg` and postgres.js set. */
interface Refusal {
  readonly code?: unknown
  readonly constraint?: unknown
  readonly constraint_name?: unknown
  readonly table?: unknown
  readonly table_name?: unknown
  readonly message?: unknown
}

const codes: Readonly<Record<string, SqlErrorCode>> = {
  '22012': 'guard', // division_by_zero: see the dialect
  '22003': 'check', // numeric_value_out_of_range
  '23505': 'unique',
  '23514': 'check',
  '53100': 'unavailable', // disk_full
  '55P03': 'unavailable', // lock_not_available: the wait timed out, and another would take as long
  '57014': 'unavailable', // query_canceled: the same
  '40001': 'busy', // serialization_failure
  '40P01': 'busy', // deadlock_detected
}

const insufficientPrivilege = '42501'
const howToGetRights =
  '. Grant the permission to this role; to create tables, run doorkit migrate as a role that may create them.'

// Citus has no SQLSTATE of its own for a node that failed during a transaction.
const lostNode = 'failure on connection marked as essential'

/** Whether the same transaction may succeed if it is started again. */
export function isLostRace(error: unknown): boolean {
  const { code } = (error ?? {}) as Refusal
  return code === '40001' || code === '40P01'
}

/**
 * Whether the connection or the server failed. This is so for the SQLSTATEs 08… (connection), 57P…
 * (shutdown, starting up), 53300 (no room for a connection) and 25006 (a standby accepts no writes), for
 * a node that a coordinator lost, and for every error without an SQLSTATE, such as one of the socket.
 */
export function isUnreachable(error: unknown): boolean {
  const { code, message } = (error ?? {}) as Refusal
  if (!isSqlState(code)) return true
  if (code === 'XX000') return typeof message === 'string' && message.startsWith(lostNode)
  return /^(?:08|57P|53300|25006)/.test(code)
}

/**
 * Whether the code of an error comes from a server. No SQLSTATE begins with E, but the codes of sockets
 * do, and EPIPE is as long as an SQLSTATE.
 */
export function isSqlState(code: unknown): code is string {
  return typeof code === 'string' && code.length === 5 && !code.startsWith('E')
}

/** Converts a refusal of the database or the connection to the error of a driver. */
export function toPostgresError(
  cause: unknown,
  { statement, isOnShard = false }: { statement?: number; isOnShard?: boolean } = {},
): SqlError {
  if (cause instanceof SqlError) return cause
  const refusal = (cause ?? {}) as Refusal
  const { code } = refusal
  const constraint = refusal.constraint ?? refusal.constraint_name
  const table = refusal.table ?? refusal.table_name
  const text = textOf(cause)
  const kind = isUnreachable(cause) ? 'unavailable' : (codes[String(code)] ?? 'fault')
  // A node of Citus names the constraint only in its message, with the number of the shard at the end.
  const name = isOnShard ? /"(.+)_\d+"/.exec(text)?.[1] : constraint
  const advice = code === insufficientPrivilege ? howToGetRights : ''
  return new SqlError(kind, `PostgreSQL: ${text}${advice}`, {
    cause,
    detail: {
      ...(typeof name === 'string' && { constraint: name }),
      ...(typeof table === 'string' && { table }),
      ...(statement !== undefined && { statement }),
    },
  })
}

/** The error of a call whose transaction may or may not have been committed. */
export function unknownOutcomeError(cause: SqlError): SqlError {
  return new SqlError('unknown', 'PostgreSQL: the connection broke during a commit', { cause })
}

/** If a host name has several addresses and none answers, Node's error has a code but no message. */
function textOf(cause: unknown): string {
  const { code, message } = (cause ?? {}) as Refusal
  if (typeof message === 'string' && message !== '') return message
  return String(code ?? cause)
}
