/** The longest wait: ten years. The end of a longer wait might not fit into a `Date`. */
const longestMs = 315_360_000_000

/**
 * How long an answer asks to wait, in milliseconds: by `Retry-After-Ms`, which some gateways send, or
 * else by `Retry-After` (RFC 9110, section 10.2.3).
 *
 * The wait for a date begins at the answer's own `Date`, so that a wrong clock on either side does not
 * change it. If the answer has no `Date`, the wait begins at `nowMs`. Undefined if neither header is
 * valid; 0 for a date in the past.
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

// Node keeps spaces after a value, and joins repeated headers with a comma.
function readNumber(text: string | null): number {
  return Number(/^\d+(\.\d+)?(?![^\s,])/.exec(`${text}`)?.[0])
}

// HTTP has three formats of a date, all with the weekday first and in GMT. The pattern is needed because
// `Date.parse` accepts almost anything, even "-5".
function readDate(text: string | null): number {
  const date = /^[A-Z][a-z]+,? .+?:.+?(?= GMT$|$)/.exec(`${text}`)
  return Date.parse(`${date} GMT`)
}
