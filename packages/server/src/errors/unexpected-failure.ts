import { storeErrorCode } from '@doorkit/store'
import { Failure } from './failure.ts'
import { KitError } from './kit-error.ts'

const retryAfterSeconds = 3

/** Failures that pass once the store is back; a retry under the same key finds out what happened. */
const passing: readonly unknown[] = ['unavailable', 'busy', 'unknown_outcome']

/**
 * The refusal for an unforeseen error. A store that is full, away or held up gives 503 with
 * `Retry-After`, because the same request succeeds once the store is back, and so does a server that
 * was not given a new master key yet; all else is a plain 500.
 *
 * @param detail - what the caller reads of a 500.
 */
export function unexpectedFailure(cause: unknown, detail: string): Failure {
  const why = passingReason(cause)
  if (why === null) return new Failure('internal_error', detail, { cause })
  const again = `Try again in ${retryAfterSeconds} s, with the same Idempotency-Key.`
  return new Failure('internal_error', `${why} ${again}`, {
    status: 503,
    headers: { 'Retry-After': String(retryAfterSeconds) },
    cause,
  })
}

/** Why the same request may succeed soon; null where it is not known to. */
function passingReason(cause: unknown): string | null {
  if (passing.includes(storeErrorCode(cause))) return 'The database cannot be used now.'
  const lacksKey = cause instanceof KitError && cause.code === 'master_key_mismatch'
  return lacksKey
    ? 'This server does not have the key yet that what is stored was sealed with.'
    : null
}
