import type { WebhookReply } from './reply.ts'

/** Writes an answer as a Response. */
export function toResponse(reply: WebhookReply): Response {
  return new Response(reply.body, { status: reply.status, headers: reply.headers })
}
