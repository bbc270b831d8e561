/** Ten years: what is longer is not a wait, but still a moment that a date can hold. */
const longestMs = 315_360_000_000

/**
 * How long an answer asks to wait, in milliseconds: by `Retry-After` (RFC 9110, section 10.2.3), or
 * by `Retry-After-Ms`, which gateways send beside it and which is finer.
 *
 * A date is read relative to the answer's own `Date`, so that a wrong clock on either side neither
 * shortens nor lengthens the wait; `nowMs` counts only where the answer has no `Date`. Undefined
 * when both are absent or make no sense; a date that has passed is 0.
 */
export function readRetryAfterMs(headers: Headers, nowMs: number): number | undefined {
  const value = headers.get('retry-after')
  const answeredAt = readDate(headers.get('date'))
  const askedMs = [
    readNumber(headers.get('retry-after-ms')),
    readNumber(value) * 1_000,
    Math.max(0, readDate(value) - (answeredAt >= 0 ? answeredAt : nowMs)),
  ].find((milliseconds) => milliseconds >= 0)
  return askedMs && Math.min(askedMs, longestMs)
}

// Node keeps spaces after a value, and joins what comes twice by a comma.
function readNumber(text: string | null): number {
  return Number(/^\d+(\.\d+)?(?![^\s,])/.exec(`${text}`)?.[0])
}

// HTTP writes a date in three ways, with the weekday first, and always means Greenwich. Date.parse
// takes almost anything for a date, "-5" included.
function readDate(text: string | null): number {
  const date = /^[A-Z][a-z]+,? .+?:.+?(?= GMT$|$)/.exec(`${text}`)
  return Date.parse(`${date} GMT`)
}
