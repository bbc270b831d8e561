import { Failure } from '../../errors/failure.ts'
import { unexpectedFailure } from '../../errors/unexpected-failure.ts'
import type { RequestPrincipal } from '../../kit/principal.ts'
import type { Services } from '../../kit/services.ts'
import type { UnsentAnswer } from '../../kit/unsent.ts'
import type { HttpRequest } from './http-request.ts'
import type { RateState } from './rate-limit.ts'
import type { Route } from './route.ts'

/** One request on its way through the pipeline. */
export interface Exchange {
  readonly services: Services
  readonly request: HttpRequest
  /** Below the version segment. */
  readonly path: string
  readonly requestId: string
  caller?: RequestPrincipal
  /** Once it is known. */
  route?: Route
  /** Absent where the caller has no limit. */
  rate?: RateState | null
  /** The room that it has for its answer. */
  held?: UnsentAnswer
}

/** The refusal that an error amounts to. One that nobody foresaw is logged. */
export function asFailure({ services, request, requestId }: Exchange, error: unknown): Failure {
  if (error instanceof Failure) return error
  services.logger.error(
    { request_id: requestId, method: request.method, error },
    'A request failed.',
  )
  const detail = 'Something went wrong on our side. Try again, with the same Idempotency-Key.'
  return unexpectedFailure(error, detail)
}
