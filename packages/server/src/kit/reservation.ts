import type { ConsumeResult } from '@doorkit/store'

/** The points of a window that a process has taken and not used, and what it knows of the window. */
export interface Reservation {
  left: number
  /** Points that all processes had taken when the store was asked last, these included. */
  count: number
  resetAt: number
  /** When that was. */
  askedAt: number
  /** Requests that this process let pass in this second. */
  passed: number
  /** The same of the second before. */
  passedBefore: number
  /** `count` when this second began, and when the one before did. */
  countAtSecond: number
  countBefore: number
}

/** A process holds a fiftieth of a window at most. */
const partHeld = 50
/** Fewer points would save too few writes: small limits pass exactly at any moment. */
const leastHeld = 10
/** Nothing of the last eighth of a window is taken ahead. */
const partExact = 8

/** Nothing of a window of which nothing is known yet. */
export function newReservation(): Reservation {
  return {
    left: 0,
    count: 0,
    resetAt: 0,
    askedAt: 0,
    passed: 0,
    passedBefore: 0,
    countAtSecond: 0,
    countBefore: 0,
  }
}

/** Lets a request pass with a point that is held. */
export function pass(reservation: Reservation): ConsumeResult {
  reservation.left -= 1
  reservation.passed += 1
  return {
    allowed: true,
    count: reservation.count - reservation.left,
    resetAt: reservation.resetAt,
  }
}

/** Takes up what the store answered to whoever asked it for points. */
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

/** Begins another second. */
export function beginSecond(reservation: Reservation): void {
  reservation.passedBefore = reservation.passed
  reservation.passed = 0
  reservation.countBefore = reservation.countAtSecond
  reservation.countAtSecond = reservation.count
}

/** Holds so many points less. */
export function release(reservation: Reservation, points: number): void {
  reservation.left -= points
  reservation.count -= points
}

/**
 * The points to ask for so that `waiting` requests pass and some are held, and the limit to ask
 * under; null where nothing is to be taken ahead. A process holds as many as it let pass in this
 * second or in the one before, a fiftieth of the window at most. Nothing is taken ahead of a small
 * window, of the last eighth of any, and where all processes would get there within a second, if they
 * go on as they do: one of them could hold points while another one refuses.
 */
export function pointsToReserve(
  { left, count, passed, passedBefore, countBefore }: Reservation,
  windowLimit: number,
  waiting: number,
): { readonly points: number; readonly limit: number } | null {
  const most = Math.floor(windowLimit / partHeld)
  const ahead = most < leastHeld ? 0 : Math.min(most, Math.max(passed, passedBefore))
  const limit = windowLimit - Math.ceil(windowLimit / partExact)
  const points = waiting + ahead - left
  const expected = count + points + (count - countBefore)
  return ahead > 0 && points > 0 && expected <= limit ? { points, limit } : null
}
