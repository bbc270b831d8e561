/**
 * The messages of signing and verifying, by code. They are short and similar on purpose, because they
 * are most of what verification adds to a bundle.
 */
export const verificationTexts = {
  missing_header:
    'A header is missing. Pass the headers of the request, and check that no proxy drops them',
  malformed_header: 'A header is malformed. Pass it once, as it was received',
  malformed_timestamp:
    'webhook-timestamp is not in whole seconds. Pass it once, as it was received',
  timestamp_too_old:
    'The delivery is older than toleranceSeconds. Check the clock of this machine; if it is right, the delivery was held back or replayed',
  timestamp_too_new:
    'The delivery is dated more than toleranceSeconds ahead. Set the clock of this machine',
  unsupported_signature: 'webhook-signature has no v1 entry. Pass it once, as it was received',
  no_matching_signature:
    'No signature matches. Pass the body as it was received and the secret of this endpoint; diagnoseWebhook finds out why',
  unsupported_headers: 'The headers have no known form. Pass the headers of the request',
  missing_body: 'There is no body. Pass the body as it was received',
  parsed_body:
    'The body was parsed, so its original bytes are gone. Receive webhooks before any body parser',
  unread_body: 'The body has not been read. Pass await request.arrayBuffer()',
  missing_secret:
    'There is no secret. Pass the whsec_ value shown when the endpoint was created or its secret rotated',
  secret_whitespace:
    'The secret has white space, such as a newline. Remove it where the secret is stored',
  secret_prefix:
    'The secret has a foreign prefix, such as `v1` or `whpk_`. Pass the value from whsec_ to its end',
  secret_not_base64: 'The secret is not base64. Copy it again, from whsec_ to its end',
  secret_too_short: 'The secret is shorter than 24 bytes. Copy it again, from whsec_ to its end',
  payload_not_utf8: 'The body is not UTF-8. Report it to the sender',
  payload_not_json: 'The signature is valid, but the body is not JSON. Report it to the sender',
  payload_not_event:
    'The signature is valid, but the body is not an event. Report it to the sender',
  payload_id_mismatch:
    'The signature is valid, but the id of the event is not the webhook-id. Report it to the sender',
  invalid_option: 'An option has no usable value. Correct it',
}

/** The messages of receiving and routing, by code. */
export const receiverTexts = {
  body_too_large:
    'The body is larger than maxBodyBytes. Raise this limit if deliveries are that large',
  body_read_failed:
    'The connection ended before the body had arrived. Wait for the next attempt of the sender',
  payload_reduced:
    'The event has only a reference to its object. Read events with an API key that has contacts:read',
  duplicate_handler: 'The event type has a handler already. Do all its work in one handler',
  event_in_progress:
    'The event is being handled at this moment. Send it again later, in case the handling fails',
  handler_failed: 'The receiver failed to handle the event. Send it again later',
  method_not_allowed: 'Webhooks are POST requests. Send POST',
}

type VerificationErrorCode = keyof typeof verificationTexts
type ReceiverErrorCode = keyof typeof receiverTexts

/** The code of a {@link WebhookError}: a stable, closed list to branch on. */
export type WebhookErrorCode = VerificationErrorCode | ReceiverErrorCode

/**
 * The only error class of this package. Branch on `code`. The message says what to do next and may
 * change; it contains neither secret nor payload, so it is safe to log and to send.
 */
export class WebhookError extends Error {
  override readonly name = 'WebhookError'
  /** The reason, from a closed list. */
  readonly code: WebhookErrorCode

  constructor(code: WebhookErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** Creates the error for a code. The detail contains no secret and no payload. */
export function verificationError(code: VerificationErrorCode, detail?: string): WebhookError {
  return errorOf(code, verificationTexts[code], detail)
}

/** Creates the error for a code. The detail contains no secret and no payload. */
export function receiverError(code: ReceiverErrorCode, detail?: string): WebhookError {
  return errorOf(code, receiverTexts[code], detail)
}

function errorOf(code: WebhookErrorCode, text: string, detail: string | undefined): WebhookError {
  return new WebhookError(code, `${text}${detail ? ` (${detail})` : ''}.`)
}
