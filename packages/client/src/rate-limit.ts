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
  const [limit, remaining, resetSeconds] = ['limit', 'remaining', 'reset'].map((name) =>
    Number.parseInt(headers.get(`ratelimit-${name}`) ?? '', 10),
  ) as [number, number, number]
  return Number.isNaN(limit + remaining + resetSeconds)
    ? undefined
    : { limit, remaining, resetSeconds }
}
