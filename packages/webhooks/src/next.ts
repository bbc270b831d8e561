import { toFetch } from './fetch.ts'
import type { ReceiverOptions } from './read-request.ts'
import type { WebhookRouter } from './router.ts'

/**
 * Receives webhooks in a route handler of the Next.js app router:
 * `export const POST = toNext(router)` in `app/webhooks/route.ts`.
 *
 * In the pages router use `toNode`, with `export const config = { api: { bodyParser: false } }`.
 */
export function toNext(
  router: WebhookRouter,
  options: ReceiverOptions = {},
): (request: Request) => Promise<Response> {
  return toFetch(router, options)
}
