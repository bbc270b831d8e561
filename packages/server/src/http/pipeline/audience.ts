import type { Api, Operation } from '@doorkit/models'
import type { AnyHandlers } from '../../handlers/handler-types.ts'
import type { RateWindow } from '../../limits/rate-limit-counter.ts'
import type { Answer } from '../../requests/http-answer.ts'
import type { UsedLimit } from '../../requests/limit-report.ts'
import type { RequestPrincipal } from '../../requests/principal.ts'
import type { Services } from '../../services/services.ts'
import type { HttpRequest } from './http-request.ts'

/**
 * One API for one group of clients: its operations, authentication, rate limits and allowed websites.
 * All audiences go through the same pipeline, and their writes commit in the same way. A credential of
 * one audience does not work for another.
 */
export interface Audience<Credential> {
  readonly operations: Api
  readonly handlers: AnyHandlers
  readonly authenticate: Authenticate<Credential>
  readonly limit: Limit
  /** Null if no page of another origin may call the API. */
  readonly cors: Cors | null
}

export interface Authenticate<Credential> {
  /**
   * Reads the credential from a request, without the store.
   *
   * @throws Failure if there is none, or it cannot be valid.
   */
  readonly read: (services: Services, request: HttpRequest) => Credential
  /**
   * The principal that `find` last found for the credential in this process; null if none is known. The
   * credential may have been revoked since. The pipeline prefetches for this principal while `find` runs.
   */
  readonly known: (services: Services, credential: Credential) => RequestPrincipal | null
  /**
   * Finds the principal of a credential.
   *
   * @throws Failure if the credential is not valid or no longer valid.
   */
  readonly find: (services: Services, credential: Credential) => Promise<RequestPrincipal>
}

export interface Limit {
  /** The window that counts a request; null without a limit. */
  readonly window: (
    services: Pick<Services, 'plans'>,
    requestPrincipal: RequestPrincipal,
    operation: Pick<Operation, 'cost'>,
  ) => RateWindow | null
  /** A sentence about the limit that is used up, and the name of that limit if a plan sets it. */
  readonly used: (
    requestPrincipal: RequestPrincipal,
    operation: Operation,
    limit: number,
  ) => { readonly sentence: string; readonly name: UsedLimit['name'] | null }
}

/** How browsers may call an {@link Audience} from pages of other origins. */
export interface Cors {
  /** The headers of the answer to a preflight request; null for other requests. */
  readonly preflight: (request: HttpRequest) => Readonly<Record<string, string>> | null
  /** The headers that let a page read an answer. */
  readonly headers: (
    request: HttpRequest,
    answer: Answer,
    requestPrincipal: RequestPrincipal | undefined,
  ) => Readonly<Record<string, string>>
}
