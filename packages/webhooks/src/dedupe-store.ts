/** The answer of a store to a claim. */
export type DedupeClaim =
  /** The event is the caller's to handle. The token proves it when the claim is settled. */
  | { status: 'claimed'; token: string }
  /** Another caller is handling it at this moment. */
  | { status: 'in_progress' }
  /** It was handled before. */
  | { status: 'done' }

/**
 * Remembers which events were handled, by `webhook-id`. Share one store (Redis, SQL) between the
 * processes that receive for the same endpoint.
 */
export interface DedupeStore {
  /**
   * Claims an event in one atomic step: of any number of callers at the same time, exactly one
   * gets `claimed`. A claim that is never settled must end by itself, or a crash would keep its
   * event from ever being handled.
   */
  claim(id: string): DedupeClaim | Promise<DedupeClaim>
  /** Records that the event was handled. Does nothing when the token no longer holds the claim. */
  complete(id: string, token: string): void | Promise<void>
  /** Gives the event back after a failure. Does nothing when the token no longer holds the claim. */
  release(id: string, token: string): void | Promise<void>
}
