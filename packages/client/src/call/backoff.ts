/** The longest wait after the first failed attempt; it doubles with each further one. */
const baseMs = 250

/** The longest wait that the client chooses itself. */
const capMs = 8_000

/**
 * How long to wait after attempt number `attempt`, in whole milliseconds: a random time between 0 and
 * the longest wait ("full jitter"), so that clients that failed together do not all retry together.
 */
export function backoffMs(attempt: number, random: () => number): number {
  return Math.round(random() * Math.min(capMs, baseMs * 2 ** (attempt - 1)))
}
