// biome-ignore-all format: generated from the contract by `npm run generate`: change the models.

/** The statuses of each code of the API; the first is the usual one. */
export interface ErrorStatuses {
  /** The Authorization header is missing or is not a bearer token. */
  authentication_required: 401
  /**
   * The API key (in the site API: the site key or token) is revoked, expired, mistyped or
   * truncated.
   */
  invalid_api_key: 401
  /**
   * The API key lacks the scope of the operation. Outside the workspace API: the page, visitor or
   * person may not call the operation.
   */
  insufficient_scope: 403
  /** The workspace must finish adding a card, or its free meetings are used up. */
  payment_required: 402
  /**
   * The request is malformed or too large, or the path does not accept its method. If one input is
   * wrong, `param` names it.
   */
  invalid_request: 400 | 405 | 413
  /** There is no such path, or no such object in this workspace. */
  not_found: 404
  /** The request conflicts with the current state. */
  conflict: 409
  /** The idempotency key was used before with another method, path, query or body. */
  idempotency_key_reused: 422
  /** The first request with this idempotency key is still running. */
  idempotency_key_in_use: 409
  /**
   * The rate limit of this minute is used up, too many requests or answers are waiting, or too many
   * streams are open.
   */
  rate_limited: 429
  /** The month's chat sessions are used up; `Retry-After` is the time until the next month. */
  quota_exceeded: 429
  /** The Service-Version header names a version that does not exist. */
  unsupported_version: 400
  /** The chat API is not part of the workspace's plan. */
  feature_disabled: 403
  /** The request is well formed, but breaks a rule of the API. */
  unprocessable: 422
  /**
   * Something failed on the server. The status is 502 if the agent could not answer, and 503 with
   * `Retry-After` if the same request can soon succeed: for example if the database is full, locked
   * or unreachable, or if too many answers wait to be read.
   */
  internal_error: 500 | 502 | 503
}

/** The stable, machine-readable reason of a refusal. New codes may be added. */
export type ErrorCode = keyof ErrorStatuses

/**
 * The codes with which any call can be refused: `insufficient_scope` only if the call needs a
 * scope, and the codes of idempotency keys only if it is a write.
 */
export type GeneralErrorCode =
  | 'authentication_required'
  | 'invalid_api_key'
  | 'payment_required'
  | 'unsupported_version'
  | 'invalid_request'
  | 'rate_limited'
  | 'internal_error'
  | 'insufficient_scope'
  | 'idempotency_key_in_use'
  | 'idempotency_key_reused'
