import type { Api, Operation } from '@doorkit/models'
import type { AnyHandlers } from '../../handlers/handler.ts'
import type { Answer } from '../../kit/answer.ts'
import type { UsedLimit } from '../../kit/limit-report.ts'
import type { RequestPrincipal } from '../../kit/principal.ts'
import type { RateWindow } from '../../kit/rate-limit-counter.ts'
import type { Services } from '../../kit/services.ts'
import type { HttpRequest } from './http-request.ts'

/**
 * An API: its contract, how its callers prove who they are, their limits, and the websites that may
 * call it. All of them share the pipeline and the commit of a change; no credential of one opens
 * another.
 */
export interface Audience<Credential> {
  readonly operations: Api
  readonly handlers: AnyHandlers
  readonly authenticate: Authenticate<Credential>
  readonly limit: Limit
  /** Null where no browser calls it from a page of another origin. */
  readonly cors: Cors | null
}

/** How the callers of an {@link Audience} prove who they are. */
export interface Authenticate<Credential> {
  /**
   * Reads the credential of a request, without asking the store.
   *
   * @throws Failure where there is none, or one that cannot be valid.
   */
  readonly read: (services: Services, request: HttpRequest) => Credential
  /**
   * The caller whom this process has seen with the credential, which may be revoked since then: what
   * depends on who it is can be asked for while `find` reads it. Null where none was seen.
   */
  readonly known: (services: Services, credential: Credential) => RequestPrincipal | null
  /**
   * Finds whose credential it is.
   *
   * @throws Failure where it is nobody's any more.
   */
  readonly find: (services: Services, credential: Credential) => Promise<RequestPrincipal>
}

/** The limits of the callers of an {@link Audience}. */
export interface Limit {
  /** The window that a request is counted in; null where it is not limited. */
  readonly window: (
    services: Pick<Services, 'plans'>,
    caller: RequestPrincipal,
    operation: Operation,
  ) => RateWindow | null
  /** The window whose state a request is told that finds no operation. */
  readonly uncounted: (
    services: Pick<Services, 'plans'>,
    caller: RequestPrincipal,
  ) => RateWindow | null
  /** Says what was used up, in a sentence, and which limit of a plan it is, if it is one. */
  readonly used: (
    caller: RequestPrincipal,
    operation: Operation,
    limit: number,
  ) => { readonly sentence: string; readonly name: UsedLimit['name'] | null }
}

/** How browsers may call an {@link Audience} from pages of other origins. */
export interface Cors {
  /** The headers of the answer to a preflight; null for a request that is none. */
  readonly preflight: (request: HttpRequest) => Readonly<Record<string, string>> | null
  /** The headers that let a page read an answer. */
  readonly headers: (
    request: HttpRequest,
    answer: Answer,
    caller: RequestPrincipal | undefined,
  ) => Readonly<Record<string, string>>
}
