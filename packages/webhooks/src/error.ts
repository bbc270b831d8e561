const texts = {
  missing_header:
    'The request lacks a header that every delivery carries. Pass the headers of the request itself, and check that no proxy drops them',
  malformed_header:
    'A webhook header has a form that the sender never uses. Pass each header once, as it was received',
  malformed_timestamp:
    'webhook-timestamp is not Unix time in whole seconds. Pass the header as it was received',
  timestamp_too_old:
    'The delivery was signed longer ago than toleranceSeconds. Set the clock of this machine, or refuse the replay',
  timestamp_too_new:
    'The delivery was signed further in the future than toleranceSeconds. Set the clock of this machine',
  unsupported_signature:
    'webhook-signature holds no v1 entry. Pass the header as it was received, or update this package',
  no_matching_signature:
    'No signature matches. Pass the bytes of the body as they arrived and the secret of this very endpoint; diagnoseWebhook names the likely cause',
  unsupported_headers:
    'headers is no Headers object, plain object, Map or list of pairs. Pass request.headers',
  missing_body: 'There is no body. Pass the bytes of the request body',
  parsed_body:
    'The body was parsed before it was verified, and its bytes are gone. Receive webhooks before any body parser, or keep the raw bytes',
  unread_body: 'body is not yet read. Read it first, for instance with await request.arrayBuffer()',
  body_too_large: 'The body is larger than maxBodyBytes. Raise it if deliveries are that large',
  body_read_failed:
    'The connection ended before the body had arrived. Wait for the next attempt of the sender',
  missing_secret:
    'There is no signing secret. Pass the whsec_ value shown when the endpoint was created or its secret rotated',
  secret_whitespace:
    'The secret contains white space, often a pasted newline. Remove it where the secret is stored',
  secret_prefix:
    'The secret has the prefix of something else, such as v1, or whpk_. Pass the value that begins with whsec_',
  secret_not_base64: 'The secret is not base64. Copy it again, whole, from whsec_ to its end',
  secret_too_short:
    'The secret is shorter than 24 bytes. Copy it again, whole, from whsec_ to its end',
  payload_not_utf8: 'The signature is valid, but the body is not UTF-8. Report it to the sender',
  payload_not_json: 'The signature is valid, but the body is not JSON. Report it to the sender',
  payload_not_event:
    'The signature is valid, but the body is no event with id, type, created_at and data. Check that the endpoint receives nothing else',
  payload_reduced:
    'The event names its object without showing it. Read events with a key that has contacts:read',
  invalid_option: 'An option has a value that cannot be used. Correct it',
  duplicate_handler: 'The event type has a handler already. Do all its work in one handler',
  event_in_progress:
    'This event is being handled at this moment. Send it again later, in case that fails',
  handler_failed: 'The receiver failed to handle the event. Send it again later',
  method_not_allowed: 'Webhooks are POST requests. Send POST',
} as const

/** Why a webhook was refused: stable, closed, and what a program should branch on. */
export type WebhookErrorCode = keyof typeof texts

/** What a {@link WebhookError} says beside its code. */
export interface WebhookErrorOptions {
  /** The header, option or event type concerned, appended to the text. Never a secret or a payload. */
  detail?: string | undefined
  /** The error behind this one. */
  cause?: unknown
}

/**
 * The one error of this package. Branch on `code`; the text says what to do next, may change,
 * and holds neither secret nor payload, so it is safe to log and to answer with.
 */
export class WebhookError extends Error {
  override readonly name = 'WebhookError'
  /** The reason, from a closed list. */
  readonly code: WebhookErrorCode

  constructor(code: WebhookErrorCode, options: WebhookErrorOptions = {}) {
    super(
      options.detail === undefined ? `${texts[code]}.` : `${texts[code]} (${options.detail}).`,
      'cause' in options ? { cause: options.cause } : undefined,
    )
    this.code = code
  }
}

/** Every code, for tables and exhaustive checks. */
export const webhookErrorCodes = Object.keys(texts) as readonly WebhookErrorCode[]
