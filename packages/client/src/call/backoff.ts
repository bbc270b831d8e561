/** The longest wait after the first failed attempt; each further attempt doubles it. */
const baseMs = 250

/** No wait of the client's own choice is longer. */
const capMs = 8_000

/**
 * How long to wait after attempt number `attempt`, in whole milliseconds. Anything between nothing
 * and the bound ("full jitter"), so that clients that failed together do not come back together.
 */
export function backoffMs(attempt: number, random: () => number): number {
  return Math.round(random() * Math.min(capMs, baseMs * 2 ** (attempt - 1)))
}
