import type { AttemptResult } from './changes-after-attempt.ts'

// An answer that takes this long is slow: it occupies a place that other endpoints wait for.
const slowMs = 1_000
const mostPlaces = 32
const mostSlowPlaces = 4

/** Whether an attempt took a second or longer and got no answer. Its endpoint then gets one place. */
export function waitedInVain({ outcome }: Pick<AttemptResult, 'outcome'>): boolean {
  return outcome !== null && outcome.status === null && outcome.durationMs >= slowMs
}

/**
 * How many attempts may run at a time in the next round of an endpoint: one if an attempt took a second or
 * longer and got no answer; as many as before, but at most four, if an answer was slow; twice as many as
 * before, but at most 32, if the endpoint used all its places; and otherwise as many as before.
 */
export function nextPlaces(
  places: number,
  results: readonly Pick<AttemptResult, 'outcome'>[],
): number {
  if (results.some(waitedInVain)) return 1
  if (results.some(({ outcome }) => outcome !== null && outcome.durationMs >= slowMs)) {
    return Math.min(places, mostSlowPlaces)
  }
  return results.length < places ? places : Math.min(places * 2, mostPlaces)
}
