import { Failure } from '../../errors/failure.ts'
import { unexpectedFailure } from '../../errors/unexpected-failure.ts'
import type { AnswerBytes } from '../../limits/answer-memory.ts'
import type { RequestPrincipal } from '../../requests/principal.ts'
import type { Services } from '../../services/services.ts'
import type { HttpRequest } from './http-request.ts'
import type { RateState } from './rate-limit.ts'
import type { Route } from './route.ts'

/** One request on its way through the pipeline. */
export interface Exchange {
  readonly services: Services
  readonly request: HttpRequest
  /** The path below the version segment. */
  readonly path: string
  readonly requestId: string
  requestPrincipal?: RequestPrincipal
  /** Set once the operation is known. */
  route?: Route
  /** Absent until the request is counted; null without a limit. */
  rate?: RateState | null
  /** The memory that is reserved for the answer. */
  answerBytes?: AnswerBytes
}

/** Converts an error to a refusal. Unexpected errors are logged. */
export function asFailure({ services, request, requestId }: Exchange, error: unknown): Failure {
  if (error instanceof Failure) return error
  services.logger.error(
    { request_id: requestId, method: request.method, error },
    'A request failed.',
  )
  const detail = 'Something went wrong on our side. Try again, with the same Idempotency-Key.'
  return unexpectedFailure(error, detail)
}
