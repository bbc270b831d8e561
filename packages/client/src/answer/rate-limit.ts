/**
 * The budget of the API key in the current window, as an answer reports it (docs/api.md#rate-limits).
 */
export interface RateLimit {
  /** Requests allowed in the window. */
  readonly limit: number
  /** Requests left in the window. */
  readonly remaining: number
  /** Seconds until the window ends. */
  readonly resetSeconds: number
}

/**
 * Reads `RateLimit-Limit`, `-Remaining` and `-Reset`, with or without `X-` before them, or the fields
 * `RateLimit` and `RateLimit-Policy` of the IETF draft. Undefined unless all three are numbers.
 */
export function readRateLimit(headers: Headers): RateLimit | undefined {
  const limit = readNumber(headers, 'limit', 'q')
  const remaining = readNumber(headers, 'remaining', 'r')
  const resetSeconds = readNumber(headers, 'reset', 't')
  return limit + remaining + resetSeconds >= 0 ? { limit, remaining, resetSeconds } : undefined
}

function readNumber(headers: Headers, name: string, short: string): number {
  const text =
    headers.get(`ratelimit-${name}`) ??
    headers.get(`x-ratelimit-${name}`) ??
    readDraft(headers, name, short)
  // A policy may follow the number: `100, 100;w=60`.
  return Number(/^\d{1,12}(?=[,;]|$)/.exec(text)?.[0])
}

/** Reads a member of `"name";r=50;t=30`, `"name";q=100;w=60` or `limit=100, remaining=50, reset=30`. */
function readDraft(headers: Headers, name: string, short: string): string {
  if (!headers.has('ratelimit')) return ''
  const fields = `${headers.get('ratelimit')};${headers.get('ratelimit-policy')}`
  return new RegExp(`[;, ](?:${short}|${name})=(\\d+)`).exec(`;${fields}`)?.[1] ?? ''
}
