import type { Result } from './attempt-changes.ts'

// A receiver that takes longer holds a place that others wait for.
const quickMs = 1_000
const mostPlaces = 32
const mostSlowPlaces = 4

/** Whether no answer came, and that took time: the endpoint is then asked with one delivery at a time. */
export function hasNoAnswer({ outcome }: Pick<Result, 'outcome'>): boolean {
  return outcome !== null && outcome.status === null && outcome.durationMs >= quickMs
}

/**
 * How many attempts an endpoint may be sent at once in its next round: one after no answer, few
 * while it is slow, and twice as many after a round that needed all of its places.
 */
export function nextPlaces(places: number, results: readonly Pick<Result, 'outcome'>[]): number {
  if (results.some(hasNoAnswer)) return 1
  if (results.some(({ outcome }) => outcome !== null && outcome.durationMs >= quickMs)) {
    return Math.min(places, mostSlowPlaces)
  }
  return results.length < places ? places : Math.min(places * 2, mostPlaces)
}
