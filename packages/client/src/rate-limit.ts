/** The budget of the key in the current minute, as the answer told it (spec: Limits). */
export interface RateLimit {
  /** Requests allowed in the window. */
  readonly limit: number
  /** Requests left in the window. */
  readonly remaining: number
  /** Seconds until the window ends. */
  readonly resetSeconds: number
}

/** Reads the `RateLimit-*` headers; undefined unless all three are numbers. */
export function readRateLimit(headers: Headers): RateLimit | undefined {
  const read = (name: string) => Number.parseInt(headers.get(name) ?? '', 10)
  const limit = read('ratelimit-limit')
  const remaining = read('ratelimit-remaining')
  const resetSeconds = read('ratelimit-reset')
  return Number.isNaN(limit + remaining + resetSeconds)
    ? undefined
    : { limit, remaining, resetSeconds }
}
