import { storeErrorCode } from '@doorkit/store'
import { Failure } from './failure.ts'
import { KitError } from './kit-error.ts'

const retryAfterSeconds = 3

/** Errors that end once the store is back. A retry with the same idempotency key is safe. */
const passing: readonly unknown[] = ['unavailable', 'busy', 'unknown_outcome']

/**
 * Converts an unexpected error to a refusal. If the store is full, unreachable or busy, or this server
 * lacks a new master key, it is a 503 with `Retry-After`, because the same request can succeed soon.
 * Every other error becomes a 500.
 *
 * @param detail - the message of a 500.
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

/** Why the same request may succeed soon; null for all other errors. */
function passingReason(cause: unknown): string | null {
  if (passing.includes(storeErrorCode(cause))) return 'The database cannot be used at the moment.'
  const lacksKey = cause instanceof KitError && cause.code === 'master_key_mismatch'
  return lacksKey ? 'This server does not yet have the key that sealed the stored value.' : null
}
