import { type ReceiverOptions, readRequest } from './read-request.ts'
import { toResponse } from './reply.ts'
import type { WebhookRouter } from './router.ts'

/** The part of Hono's context that the receiver uses. */
export interface HonoContext {
  /** The request as Hono wraps it. */
  req: {
    /** The original request. */
    raw: Request
    /** The body, if a middleware has already read it, by the name of the method that it used. */
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

// This function does not call `req.arrayBuffer()`: after another kind of read, Hono rebuilds the bytes
// from the result of that read. For a form or a parsed object, they differ from the signed bytes.
async function readBody({ raw, bodyCache }: HonoContext['req'], options: ReceiverOptions) {
  return (await bodyCache.arrayBuffer) ?? (await bodyCache.text) ?? readRequest(raw, options)
}
