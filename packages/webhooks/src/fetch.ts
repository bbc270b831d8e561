import { receiverError } from './error.ts'
import { type ReceiverOptions, readRequest } from './read-request.ts'
import { refusal, toResponse } from './reply.ts'
import type { WebhookRouter } from './router.ts'

/**
 * Receives webhooks wherever a handler accepts a Request and returns a Response: Workers, Deno, Bun,
 * and any framework built on them.
 */
export function toFetch(
  router: WebhookRouter,
  options: ReceiverOptions = {},
): (request: Request) => Promise<Response> {
  return async (request) => {
    if (request.method !== 'POST') return toResponse(refusal(receiverError('method_not_allowed')))
    return toResponse(
      await router.receive(async () => ({
        body: await readRequest(request, options),
        headers: request.headers,
      })),
    )
  }
}
