/**
 * When a client may send a request again after an error (docs/api.md#errors).
 * - `never`: change the request, the API key or the workspace first, or wait for the next month.
 * - `soon`: send the same request after a short wait.
 * - `after`: send the same request after the `Retry-After` of the answer.
 * - `reread`: read the object again, then send a new request.
 */
export type RetryRule = 'never' | 'soon' | 'after' | 'reread'

interface ErrorRow {
  /** The HTTP statuses of the code; the first is the usual one. */
  readonly statuses: readonly [number, ...number[]]
  readonly title: string
  readonly retry: RetryRule
  readonly when: string
}

/** Every error code of the API (docs/api.md#errors). */
export const errorTable = {
  authentication_required: {
    statuses: [401],
    title: 'Authentication required',
    retry: 'never',
    when: 'The Authorization header is missing or is not a bearer token.',
  },
  invalid_api_key: {
    statuses: [401],
    title: 'Invalid API key',
    retry: 'never',
    when: 'The API key (in the site API: the site key or token) is revoked, expired, mistyped or truncated.',
  },
  insufficient_scope: {
    statuses: [403],
    title: 'Insufficient scope',
    retry: 'never',
    when: 'The API key lacks the scope of the operation. Outside the workspace API: the page, visitor or person may not call the operation.',
  },
  payment_required: {
    statuses: [402],
    title: 'Payment required',
    retry: 'never',
    when: 'The workspace must finish adding a card, or its free meetings are used up.',
  },
  invalid_request: {
    statuses: [400, 405, 413],
    title: 'Invalid request',
    retry: 'never',
    when: 'The request is malformed or too large, or the path does not accept its method. If one input is wrong, `param` names it.',
  },
  not_found: {
    statuses: [404],
    title: 'Not found',
    retry: 'never',
    when: 'There is no such path, or no such object in this workspace.',
  },
  conflict: {
    statuses: [409],
    title: 'Conflict',
    retry: 'reread',
    when: 'The request conflicts with the current state.',
  },
  idempotency_key_reused: {
    statuses: [422],
    title: 'Idempotency key reused',
    retry: 'never',
    when: 'The idempotency key was used before with another method, path, query or body.',
  },
  idempotency_key_in_use: {
    statuses: [409],
    title: 'Idempotency key in use',
    retry: 'soon',
    when: 'The first request with this idempotency key is still running.',
  },
  rate_limited: {
    statuses: [429],
    title: 'Rate limited',
    retry: 'after',
    when: 'The rate limit of this minute is used up, too many requests or answers are waiting, or too many streams are open.',
  },
  quota_exceeded: {
    statuses: [429],
    title: 'Quota exceeded',
    retry: 'never',
    when: "The month's chat sessions are used up; `Retry-After` is the time until the next month.",
  },
  unsupported_version: {
    statuses: [400],
    title: 'Unsupported version',
    retry: 'never',
    when: 'The Service-Version header names a version that does not exist.',
  },
  feature_disabled: {
    statuses: [403],
    title: 'Feature disabled',
    retry: 'never',
    when: "The chat API is not part of the workspace's plan.",
  },
  unprocessable: {
    statuses: [422],
    title: 'Unprocessable',
    retry: 'never',
    when: 'The request is well formed, but breaks a rule of the API.',
  },
  internal_error: {
    statuses: [500, 502, 503],
    title: 'Internal error',
    retry: 'soon',
    when: 'Something failed on the server. The status is 502 if the agent could not answer, and 503 with `Retry-After` if the same request can soon succeed: for example if the database is full, locked or unreachable, or if too many answers wait to be read.',
  },
} as const satisfies Record<string, ErrorRow>

/** The stable, machine-readable reason of an error. New codes may be added. */
export type ErrorCode = keyof typeof errorTable

/** Every error code, in the order of the table. */
export const errorCodes = Object.keys(errorTable) as ErrorCode[]

/** Whether a string is a code of this version of the API. */
export function isErrorCode(value: string): value is ErrorCode {
  return Object.hasOwn(errorTable, value)
}

/** The URL of a code in the error reference: the `type` of its problem document. */
export function errorDocsUrl(code: ErrorCode): string {
  return `https://doorkit.dev/docs/api#${code}`
}
