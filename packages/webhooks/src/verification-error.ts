import { WebhookError } from './error.ts'

// Short and similar on purpose: these texts are most of what verification adds to a bundle.
const texts = {
  missing_header:
    'A header is missing. Pass the headers of the request, and check that no proxy drops them',
  malformed_header: 'A header is malformed. Pass it once, as it was received',
  malformed_timestamp:
    'webhook-timestamp is not in whole seconds. Pass it once, as it was received',
  timestamp_too_old:
    'The delivery is older than toleranceSeconds. Check the clock of this machine; if it is right, the delivery was held back or replayed',
  timestamp_too_new:
    'The delivery is further ahead than toleranceSeconds. Set the clock of this machine',
  unsupported_signature: 'webhook-signature has no v1 entry. Pass it once, as it was received',
  no_matching_signature:
    'No signature matches. Pass the body as it was received and the secret of this endpoint; diagnoseWebhook tells more',
  unsupported_headers: 'The headers have no known form. Pass the headers of the request',
  missing_body: 'There is no body. Pass the body as it was received',
  parsed_body:
    'The body was parsed and has lost its bytes. Receive webhooks before any body parser',
  unread_body: 'The body is not yet read. Pass await request.arrayBuffer()',
  missing_secret:
    'There is no secret. Pass the whsec_ value shown when the endpoint was created or its secret rotated',
  secret_whitespace:
    'The secret has white space, such as a newline. Remove it where the secret is stored',
  secret_prefix:
    'The secret has a foreign prefix, such as v1, or whpk_. Pass the value from whsec_ to its end',
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

/** The codes of signing and verifying. */
export type VerificationErrorCode = keyof typeof texts

/** The codes of signing and verifying, as a list. */
export const verificationErrorCodes = /* @__PURE__ */ Object.keys(texts) as VerificationErrorCode[]

/** Creates the error for a code. The detail is a header, an option or a number, never a secret. */
export function verificationError(code: VerificationErrorCode, detail?: string): WebhookError {
  return new WebhookError(code, `${texts[code]}${detail ? ` (${detail})` : ''}.`)
}
