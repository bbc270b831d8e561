import { retryExceptions } from '../contract/routes.ts'

const retriedStatuses = /^(408|425|429|50[0234])$/

/**
 * Whether a refused request may succeed when it is sent again. The status decides, but for codes
 * of which the contract says otherwise: 429 is not retried for `quota_exceeded`, and 409 is for an
 * idempotency key in use.
 */
export function isRetryable(status: number, code?: string): boolean {
  return retryExceptions.get(`${code}`) ?? retriedStatuses.test(`${status}`)
}
