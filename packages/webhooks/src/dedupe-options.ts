/** How long a dedupe store remembers events and claims. */
export interface DedupeTimes {
  /**
   * How long to remember a handled event, in milliseconds. Default 96 hours, since the attempts of a
   * delivery span about three days. Redeliveries by hand and recoveries from the log are possible for
   * 30 days: an event that comes again after `ttlMs` is handled again.
   */
  ttlMs?: number | undefined
  /**
   * After how many milliseconds an unsettled claim ends, so that the event of a process that died can
   * be handled by another. Make it longer than your slowest handler. Default 300,000.
   */
  leaseMs?: number | undefined
}

/** The options of a dedupe store that needs a clock. */
export interface DedupeOptions extends DedupeTimes {
  /** The clock, in milliseconds since 1970. Default `Date.now`. */
  now?: (() => number) | undefined
}

/** The default of `ttlMs`. */
export const defaultTtlMs = 345_600_000

/** The default of `leaseMs`. */
export const defaultLeaseMs = 300_000
