/** The answer of a store to a claim. */
export type DedupeClaim =
  /** The caller may handle the event. Pass the token when you settle the claim. */
  | { status: 'claimed'; token: string }
  /** Another caller is handling the event now. */
  | { status: 'in_progress' }
  /** The event was handled before. */
  | { status: 'done' }

/**
 * Remembers which events were handled, by `webhook-id`. Share one store (Redis, SQL) between the
 * processes that receive for the same endpoint.
 */
export interface DedupeStore {
  /**
   * Claims an event atomically: of any number of concurrent callers, exactly one gets `claimed`. A
   * claim that is never settled must expire. Otherwise an event would never be handled after a crash.
   */
  claim(id: string): DedupeClaim | Promise<DedupeClaim>
  /** Records that the event was handled. Does nothing if the token is not that of the current claim. */
  complete(id: string, token: string): void | Promise<void>
  /** Releases the event after a failure. Does nothing if the token is not that of the current claim. */
  release(id: string, token: string): void | Promise<void>
}
