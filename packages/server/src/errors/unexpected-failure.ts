import { Failure } from './failure.ts'
import { storeErrorCode } from './store-error.ts'

const retryAfterSeconds = 3

/** Failures that pass once the store is back; a retry under the same key finds out what happened. */
const passing: readonly unknown[] = ['unavailable', 'busy', 'unknown_outcome']

/**
 * The refusal for an unforeseen error. A store that is full, away or held up gives 503 with
 * `Retry-After`, because the same request succeeds once the store is back; all else is a plain 500.
 *
 * @param detail - what the caller reads of a 500.
 */
export function unexpectedFailure(cause: unknown, detail: string): Failure {
  if (!passing.includes(storeErrorCode(cause))) {
    return new Failure('internal_error', detail, { cause })
  }
  const away = `The database cannot be used now. Try again in ${retryAfterSeconds} s, with the same Idempotency-Key.`
  return new Failure('internal_error', away, {
    status: 503,
    headers: { 'Retry-After': String(retryAfterSeconds) },
    cause,
  })
}
