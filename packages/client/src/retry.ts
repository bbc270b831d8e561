import { retryRules } from './routes.ts'

const retriedStatuses = [408, 425, 429, 500, 502, 503, 504]

/**
 * Whether a refused request may succeed when it is sent again. The contract decides by code: 429
 * is retried for `rate_limited` and not for `quota_exceeded`, 409 only for an idempotency key in
 * use. The status decides where the code is unknown.
 */
export function isRetryable(status: number, code = ''): boolean {
  return Object.hasOwn(retryRules, code)
    ? retryRules[code] === 'soon' || retryRules[code] === 'after'
    : retriedStatuses.includes(status)
}
