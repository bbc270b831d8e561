import type { WebhookError, WebhookErrorCode } from './error.ts'

/** The answer to a delivery, in a form that any framework can send. */
export interface WebhookReply {
  /** 200, or the status of the error: 405, 409, 413, 500 for a failure of the receiver, or else 400. */
  status: number
  /** The content type, and `allow` with a 405. */
  headers: { [name: string]: string }
  /**
   * JSON: `{ "received": true }`, with `"duplicate": true` for an event that was handled before, or
   * `{ "error": { "code", "message" } }`.
   */
  body: string
}

const statuses: { readonly [Code in WebhookErrorCode]?: number } = {
  method_not_allowed: 405,
  event_in_progress: 409,
  body_too_large: 413,
  // Failures of the receiver itself are not the request's fault.
  parsed_body: 500,
  unread_body: 500,
  unsupported_headers: 500,
  invalid_option: 500,
  missing_secret: 500,
  secret_whitespace: 500,
  secret_prefix: 500,
  secret_not_base64: 500,
  secret_too_short: 500,
  handler_failed: 500,
}

/** The answer to an event that needs no further attempt. */
export function acceptance(status: 'handled' | 'duplicate'): WebhookReply {
  return reply(200, status === 'handled' ? { received: true } : { received: true, duplicate: true })
}

/** The answer to a delivery that failed. */
export function refusal(error: WebhookError): WebhookReply {
  const { code, message } = error
  const answer = reply(statuses[code] ?? 400, { error: { code, message } })
  if (code === 'method_not_allowed') answer.headers.allow = 'POST'
  return answer
}

function reply(status: number, body: object): WebhookReply {
  return {
    status,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }
}

export function toResponse(reply: WebhookReply): Response {
  return new Response(reply.body, { status: reply.status, headers: reply.headers })
}
