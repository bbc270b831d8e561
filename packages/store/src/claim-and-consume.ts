import type { Filter } from './row-and-filter.ts'

/** The due rows to lease to one worker. */
export interface ClaimQuery {
  /** The name of a collection. */
  readonly in: string
  /** The numeric column that says when a row is due; null means never. */
  readonly dueColumn: string
  /** The text column that receives `token`, the fencing token of the lease. */
  readonly leaseColumn: string
  /** Milliseconds since the epoch. Rows that are due by then are leased. */
  readonly now: number
  /**
   * A claimed row is due again at `now + leaseMs`, so that another worker takes over the work of a dead
   * one.
   */
  readonly leaseMs: number
  /** Unique to this claim. Finish the work with a patch that is guarded by this token in the lease column. */
  readonly token: string
  /** Further conditions of a row. Default: none. */
  readonly where?: Filter | undefined
  /** Mandatory, 1 to 1,000. */
  readonly limit: number
}

/**
 * The points to take from a fixed window, which starts with its first use. A window that ends more than
 * twice its length from now was started before somebody set the clock back, so it counts as ended.
 */
export interface ConsumeQuery {
  /** Identifies the window. */
  readonly key: string
  /** The most points that can be taken in one window. */
  readonly limit: number
  /** How long the window lasts from its first use. */
  readonly windowMs: number
  /** Milliseconds since the epoch. */
  readonly now: number
  /**
   * How many points to take, all or none. 0 only reads the window, and does not start one. A number
   * below 0 returns unused points.
   */
  readonly points: number
  /** The end of the window to return points to. No other window accepts them. */
  readonly resetAt?: number | undefined
}

/** Whether the points were taken, and the state of the window. */
export interface ConsumeResult {
  /**
   * False if the points did not fit, or if they could not be returned: their window is not open, or
   * fewer points were taken from it. Then nothing was changed.
   */
  readonly allowed: boolean
  /** The points taken in the current window, including the points of this call if it was allowed. */
  readonly count: number
  /** When the window ends; `now + windowMs` if none is open. */
  readonly resetAt: number
}
