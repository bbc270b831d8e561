/** The budget of the key in the current window, as the answer told it (spec: Limits). */
export interface RateLimit {
  /** Requests allowed in the window. */
  readonly limit: number
  /** Requests left in the window. */
  readonly remaining: number
  /** Seconds until the window ends. */
  readonly resetSeconds: number
}

/**
 * Reads `RateLimit-Limit`, `-Remaining` and `-Reset`, the same with `X-` before them, or the fields
 * `RateLimit` and `RateLimit-Policy` of the IETF draft. Undefined unless all three are numbers.
 */
export function readRateLimit(headers: Headers): RateLimit | undefined {
  const read = (name: string, short: string): number => {
    const get = (prefix: string) => headers.get(prefix + name)
    // A policy may stand behind the number: `100, 100;w=60`.
    const text = get('ratelimit-') ?? get('x-ratelimit-') ?? readDraft(headers, name, short)
    return Number(/^\d{1,12}(?=[,;]|$)/.exec(text) ?? Number.NaN)
  }
  const limit = read('limit', 'q')
  const remaining = read('remaining', 'r')
  const resetSeconds = read('reset', 't')
  return Number.isNaN(limit + remaining + resetSeconds)
    ? undefined
    : { limit, remaining, resetSeconds }
}

/** A member of `"name";r=50;t=30` and `"name";q=100;w=60`, or of `limit=100, remaining=50, reset=30`. */
function readDraft(headers: Headers, name: string, short: string): string {
  const fields = `${headers.get('ratelimit')};${headers.get('ratelimit-policy')}`
  return new RegExp(`[;, ](${short}|${name})=(\\d+)`).exec(`;${fields}`)?.[2] ?? ''
}
