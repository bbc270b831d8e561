import { type ReceiverOptions, readRequest } from './read-request.ts'
import { toResponse } from './reply.ts'
import type { WebhookRouter } from './router.ts'

/** The part of Hono's context that is used. */
export interface HonoContext {
  /** The request as Hono wraps it. */
  req: {
    /** The request as it came. */
    raw: Request
    /** The body that a middleware has read already, by the method it used. */
    bodyCache: {
      arrayBuffer?: Promise<ArrayBuffer> | ArrayBuffer | undefined
      text?: Promise<string> | string | undefined
    }
  }
}

/** Receives webhooks in Hono: `app.post('/webhooks', toHono(router))`. */
export function toHono(
  router: WebhookRouter,
  options: ReceiverOptions = {},
): (context: HonoContext) => Promise<Response> {
  return async ({ req }) =>
    toResponse(
      await router.receive(async () => ({
        body: await readBody(req, options),
        headers: req.raw.headers,
      })),
    )
}

// Not through `req.arrayBuffer()`: after another kind of read Hono builds the bytes anew from what
// that returned, and a form or a parsed object does not give back the bytes that were signed.
async function readBody({ raw, bodyCache }: HonoContext['req'], options: ReceiverOptions) {
  return (await bodyCache.arrayBuffer) ?? (await bodyCache.text) ?? readRequest(raw, options)
}
