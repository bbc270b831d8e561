import type { AnswerBytes } from '../../limits/answer-memory.ts'
import type { RequestPrincipal } from '../../requests/principal.ts'
import type { Services } from '../../services/services.ts'
import type { HttpRequest } from './http-request.ts'
import type { RateState } from './rate-limit.ts'
import type { Route } from './router.ts'

/** One request on its way through the pipeline. */
export interface Exchange {
  readonly services: Services
  readonly request: HttpRequest
  /** The path below the version segment. */
  readonly path: string
  readonly requestId: string
  requestPrincipal?: RequestPrincipal
  /** Set once the operation is found and the billing is checked. */
  route?: Route
  /** Absent until the state of the rate limit is known; null without a limit. */
  rate?: RateState | null
  answerBytes?: AnswerBytes
}
