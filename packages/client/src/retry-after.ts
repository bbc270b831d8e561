/**
 * How long an answer asks to wait, in milliseconds: by `Retry-After` (RFC 9110, section 10.2.3), or
 * by `Retry-After-Ms`, which gateways send beside it and which is finer.
 *
 * A date is read relative to the answer's own `Date`, so that a wrong clock on either side neither
 * shortens nor lengthens the wait; `nowMs` counts only where the answer has no `Date`. Undefined
 * when both are absent or make no sense; a date that has passed is 0.
 */
export function readRetryAfterMs(headers: Headers, nowMs: number): number | undefined {
  const exact = headers.get('retry-after-ms')?.trim() ?? ''
  if (/^\d+(\.\d+)?$/.test(exact)) return Number(exact)
  const value = headers.get('retry-after')?.trim()
  if (!value) return undefined
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1_000
  // Date.parse takes almost anything for a date, "-5" included; an HTTP date names its zone.
  const until = / GMT$/.test(value) ? Date.parse(value) : Number.NaN
  if (Number.isNaN(until)) return undefined
  const answeredAt = Date.parse(headers.get('date') ?? '')
  return Math.max(0, until - (Number.isNaN(answeredAt) ? nowMs : answeredAt))
}
