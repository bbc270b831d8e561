/** How long a dedupe store keeps what it knows. */
export interface DedupeTimes {
  /**
   * How long to remember a handled event, in milliseconds. Default 96 hours: the attempts of a
   * delivery span about three days. Whoever redelivers by hand, or recovers events from the log, can
   * do so for 30 days: an event that is sent again after `ttlMs` is handled again.
   */
  ttlMs?: number | undefined
  /**
   * After how many milliseconds an unsettled claim ends, so that a process that died does not keep
   * its event from being handled again. Make it longer than your slowest handler. Default 300,000.
   */
  leaseMs?: number | undefined
}

/** The times of a dedupe store that has no clock of its own. */
export interface DedupeOptions extends DedupeTimes {
  /** The clock, in milliseconds since 1970. Default `Date.now`. */
  now?: (() => number) | undefined
}

/** The default of `ttlMs`. */
export const defaultTtlMs = 345_600_000

/** The default of `leaseMs`. */
export const defaultLeaseMs = 300_000
