import type { Scope } from '@doorkit/models'
import type { Principal, RequestPrincipal } from '../requests/principal.ts'
import type { Services } from '../services/services.ts'
import type { Writer } from './commit-change.ts'

/** The request that a handler serves, with everything that the handler needs. */
export interface Context<Who extends Principal = Principal>
  extends RequestPrincipal<Who>,
    Services,
    Writer {
  readonly requestId: string
  /** The id of the operation, such as `contacts.list`. */
  readonly operationId: string
  /** Returns the signal that aborts when the client hangs up, the same one each time. */
  signal(): AbortSignal
  /** The id of the last event that the client has, from the header `Last-Event-ID`; null without one. */
  readonly lastEventId: string | null
  /** Adds a person whom the answer is about. Call it if neither the request nor the answer names them. */
  about(person: string): void
  /**
   * Waits until there is memory for an answer of about `bytes` bytes. Call it before you read anything
   * long.
   *
   * @throws Failure `rate_limited` or `internal_error` (503).
   */
  reserveMemory(bytes: number): Promise<void>
  /** Whether the principal has a scope. The scope that the operation requires is already checked. */
  may(scope: Scope): boolean
}
