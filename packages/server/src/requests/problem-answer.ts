import { API_VERSION, problem } from '@doorkit/models'
import { storeErrorCode } from '@doorkit/store'
import { Failure } from '../errors/failure.ts'
import { KitError } from '../errors/kit-error.ts'
import type { MakeId } from '../ids/ids.ts'
import type { Logger } from '../ports/logger.ts'
import type { WholeAnswer } from './http-answer.ts'

/** Renders a refusal as a problem document (RFC 9457). */
export function problemAnswer(failure: Failure, requestId: string): WholeAnswer {
  const { code, status, message: detail, param } = failure
  return {
    status,
    headers: { ...failure.headers, 'Content-Type': 'application/problem+json' },
    body: JSON.stringify(problem(code, { status, detail, param, requestId })),
  }
}

interface FailedRequest {
  readonly services: { readonly logger: Logger }
  readonly request: { readonly method: string }
  readonly requestId: string
}

/** Converts an error to a refusal. Unexpected errors are logged. */
export function asFailure(
  { services: { logger }, request: { method }, requestId }: FailedRequest,
  error: unknown,
): Failure {
  if (error instanceof Failure) return error
  logger.error({ request_id: requestId, method, error }, 'A request failed.')
  const detail = 'Something went wrong on our side. Try again, with the same Idempotency-Key.'
  return unexpectedFailure(error, detail)
}

/**
 * The answer to a request that no pipeline answers: it is outside the API, is refused, or fails.
 *
 * @param cause - the error. Without one, the answer says that there is nothing at the path.
 */
export function outsideAnswer(makeId: MakeId, cause?: unknown): WholeAnswer {
  const requestId = makeId('request')
  const more = { 'X-Request-Id': requestId, 'Service-Version': API_VERSION }
  const answer = problemAnswer(failureOutside(cause), requestId)
  return { ...answer, headers: { ...answer.headers, ...more } }
}

function failureOutside(cause: unknown): Failure {
  if (cause === undefined) {
    return new Failure('not_found', 'There is nothing here: the API is under /v1.')
  }
  if (cause instanceof Failure) return cause
  return unexpectedFailure(cause, 'The server could not answer. Try again in a moment.')
}

const retryAfterSeconds = 3

/** The codes of store errors that pass by themselves. A retry with the same idempotency key is safe. */
const temporaryCodes: readonly unknown[] = ['unavailable', 'busy', 'unknown_outcome']

/**
 * Converts an unexpected error to a refusal. If the store is full, unreachable or busy, if the outcome
 * of a commit is unknown, or if this server lacks a new master key, the refusal is a 503 with
 * `Retry-After`, because the same request can succeed soon. For every other error, the refusal is a 500.
 *
 * @param detail - the message of a 500.
 */
function unexpectedFailure(cause: unknown, detail: string): Failure {
  const why = temporaryReason(cause)
  if (why === null) return new Failure('internal_error', detail, { cause })
  const again = `Try again in ${retryAfterSeconds} s, with the same Idempotency-Key.`
  return new Failure('internal_error', `${why} ${again}`, {
    status: 503,
    headers: { 'Retry-After': String(retryAfterSeconds) },
    cause,
  })
}

/** Why the request failed, if the error passes by itself; null for any other error. */
function temporaryReason(cause: unknown): string | null {
  if (temporaryCodes.includes(storeErrorCode(cause)))
    return 'The database cannot be used at the moment.'
  const lacksKey = cause instanceof KitError && cause.code === 'master_key_mismatch'
  return lacksKey ? 'This server does not yet have the key that sealed the stored value.' : null
}
