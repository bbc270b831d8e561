/** How long a dedupe store remembers events and claims. */
export interface DedupeTimes {
  /**
   * How long to remember a handled event, in milliseconds. Default 96 hours, because the attempts of a
   * delivery span about three days. Manual redeliveries and recoveries from the log are possible for 30
   * days: an event that arrives again after `ttlMs` is handled again.
   */
  ttlMs?: number | undefined
  /**
   * How long an unsettled claim lasts, in milliseconds. After that another process can handle the
   * event, because the first one may have died. Choose more time than your slowest handler takes.
   * Default 300,000.
   */
  leaseMs?: number | undefined
}

/** The options of a dedupe store that needs a clock. */
export interface DedupeOptions extends DedupeTimes {
  /** The clock, in milliseconds since 1970. Default `Date.now`. */
  now?: (() => number) | undefined
}

export const defaultTtlMs = 345_600_000
export const defaultLeaseMs = 300_000
