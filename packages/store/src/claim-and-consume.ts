import type { Filter } from './port.ts'

/** Takes due rows for one worker. */
export interface ClaimQuery {
  /** The name of a collection. */
  readonly in: string
  /** The numeric key that says when a row is due; null means never. */
  readonly dueKey: string
  /** The text key that receives `token`: the fencing token of the lease. */
  readonly leaseKey: string
  /** Milliseconds since the epoch: rows due by then are taken. */
  readonly now: number
  /** A claimed row is due again at `now + leaseMs`, so that work of a dead worker is taken over. */
  readonly leaseMs: number
  /** Unique to this claim. Finish with a patch guarded by `leaseKey eq token`. */
  readonly token: string
  /** Further conditions of a row. Default: none. */
  readonly where?: Filter | undefined
  /** Mandatory, 1 to 1,000. */
  readonly limit: number
}

/**
 * Counts against a fixed window that starts with its first use. One that would end more than twice
 * its length from now was begun before the clock was put back: it is over.
 */
export interface ConsumeQuery {
  /** Names the window. */
  readonly key: string
  /** How many points the window holds. */
  readonly limit: number
  /** How long the window lasts from its first use. */
  readonly windowMs: number
  /** Milliseconds since the epoch. */
  readonly now: number
  /**
   * How many to take, all or none. 0 only looks, and opens no window. A number below 0 gives points
   * back that were taken and not used.
   */
  readonly points: number
  /** When the window ends that points are given back to: no other one takes them. */
  readonly resetAt?: number | undefined
}

/** Whether it was allowed, and how the window stands. */
export interface ConsumeResult {
  /** False when the points did not fit, or there is no such window: then nothing was done. */
  readonly allowed: boolean
  /** Taken in the current window, this call included when allowed. */
  readonly count: number
  /** When the window ends; `now + windowMs` when none is open. */
  readonly resetAt: number
}
