import type { ConsumeResult } from '@doorkit/store'

/** The points of a window that a process has taken but not used, and the state of the window. */
export type Reservation = ReturnType<typeof newReservation>

/** A process reserves at most 1/50 of the points of a window. */
const reservableDivisor = 50
/** Reserving fewer points would save too few writes, so small limits are always exact. */
const leastReserved = 10
/** The last 1/8 of the points of a window is never reserved. */
const exactDivisor = 8

/** An empty reservation for a window about which the store has not been asked yet. */
export function newReservation() {
  return {
    left: 0,
    /** Points that all processes had taken when the store was last asked, including those in `left`. */
    count: 0,
    resetAt: 0,
    /** When the store was last asked. */
    askedAt: 0,
    /** Requests that this process let pass in the current second. */
    passed: 0,
    /** Requests that this process let pass in the previous second. */
    passedBefore: 0,
    /** `count` at the start of the current second. */
    countAtSecond: 0,
    /** `count` at the start of the previous second. */
    countBefore: 0,
  }
}

export function pass(reservation: Reservation): ConsumeResult {
  reservation.left -= 1
  reservation.passed += 1
  return {
    allowed: true,
    count: reservation.count - reservation.left,
    resetAt: reservation.resetAt,
  }
}

/** Notes the store's answer to a request for `points` points. */
export function note(
  reservation: Reservation,
  points: number,
  answer: ConsumeResult,
  askedAt: number,
): void {
  if (answer.resetAt !== reservation.resetAt) {
    reservation.left = 0
    reservation.countAtSecond = 0
    reservation.countBefore = 0
  }
  if (answer.allowed) reservation.left += points
  reservation.count = answer.count
  reservation.resetAt = answer.resetAt
  reservation.askedAt = askedAt
}

export function beginSecond(reservation: Reservation): void {
  reservation.passedBefore = reservation.passed
  reservation.passed = 0
  reservation.countBefore = reservation.countAtSecond
  reservation.countAtSecond = reservation.count
}

export function release(reservation: Reservation, points: number): void {
  reservation.left -= points
  reservation.count -= points
}

/**
 * The points to ask for so that `waiting` requests pass and some points stay reserved, and the limit to
 * ask with. Null if there is nothing to reserve.
 *
 * A process reserves as many points as requests passed in this second or in the previous one, whichever
 * is more, but at most 1/50 of the window. It reserves nothing in a small window or in the last 1/8 of
 * any window. It also reserves nothing if all processes together would reach that last part within a
 * second: one process could then have points left while another refuses requests.
 */
export function pointsToReserve(
  { left, count, passed, passedBefore, countBefore }: Reservation,
  windowLimit: number,
  waiting: number,
): { readonly points: number; readonly limit: number } | null {
  const most = Math.floor(windowLimit / reservableDivisor)
  const reserve = most < leastReserved ? 0 : Math.min(most, Math.max(passed, passedBefore))
  const limit = windowLimit - Math.ceil(windowLimit / exactDivisor)
  const points = waiting + reserve - left
  const expected = count + points + (count - countBefore)
  return reserve > 0 && points > 0 && expected <= limit ? { points, limit } : null
}
