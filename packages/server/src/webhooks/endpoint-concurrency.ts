import type { Result } from './attempt-changes.ts'

// Slower receivers occupy places that other endpoints wait for.
const quickMs = 1_000
const mostPlaces = 32
const mostSlowPlaces = 4

/** Whether an attempt ended without an answer after a wait. The endpoint then gets one attempt at a time. */
export function hasNoAnswer({ outcome }: Pick<Result, 'outcome'>): boolean {
  return outcome !== null && outcome.status === null && outcome.durationMs >= quickMs
}

/**
 * The number of concurrent attempts for an endpoint in its next round: one if an answer was missing, few
 * if an answer was slow, and twice as many as before if the endpoint used all its places.
 */
export function nextPlaces(places: number, results: readonly Pick<Result, 'outcome'>[]): number {
  if (results.some(hasNoAnswer)) return 1
  if (results.some(({ outcome }) => outcome !== null && outcome.durationMs >= quickMs)) {
    return Math.min(places, mostSlowPlaces)
  }
  return results.length < places ? places : Math.min(places * 2, mostPlaces)
}
