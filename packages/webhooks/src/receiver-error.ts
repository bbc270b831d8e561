import { WebhookError } from './error.ts'

const texts = {
  body_too_large: 'The body is larger than maxBodyBytes. Raise it if deliveries are that large',
  body_read_failed:
    'The connection ended before the body had arrived. Wait for the next attempt of the sender',
  payload_reduced:
    'The event names its object without showing it. Read events with a key that has contacts:read',
  duplicate_handler: 'The event type has a handler already. Do all its work in one handler',
  event_in_progress:
    'The event is being handled at this moment. Send it again later, in case that fails',
  handler_failed: 'The receiver failed to handle the event. Send it again later',
  method_not_allowed: 'Webhooks are POST requests. Send POST',
}

/** The codes of receiving and routing. */
export type ReceiverErrorCode = keyof typeof texts

/** The codes of receiving and routing, as a list. */
export const receiverErrorCodes = /* @__PURE__ */ Object.keys(texts) as ReceiverErrorCode[]

/** Creates the error for a code. The detail is an event type or a number, never a secret. */
export function receiverError(code: ReceiverErrorCode, detail?: string): WebhookError {
  return new WebhookError(code, `${texts[code]}${detail ? ` (${detail})` : ''}.`)
}
