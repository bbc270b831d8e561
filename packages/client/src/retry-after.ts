/**
 * How long `Retry-After` asks to wait, in milliseconds (RFC 9110, section 10.2.3).
 *
 * A date is read relative to the answer's own `Date`, so that a wrong clock on either side neither
 * shortens nor lengthens the wait; `nowMs` counts only where the answer has no `Date`. Undefined
 * when the header is absent or makes no sense; a date that has passed is 0.
 */
export function readRetryAfterMs(headers: Headers, nowMs: number): number | undefined {
  const value = headers.get('retry-after')?.trim()
  if (!value) return undefined
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1_000
  // Date.parse takes almost anything for a date, "-5" included; an HTTP date names its zone.
  const until = / GMT$/.test(value) ? Date.parse(value) : Number.NaN
  if (Number.isNaN(until)) return undefined
  const answeredAt = Date.parse(headers.get('date') ?? '')
  return Math.max(0, until - (Number.isNaN(answeredAt) ? nowMs : answeredAt))
}
