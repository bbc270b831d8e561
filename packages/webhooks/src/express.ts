import '@doorkit/models/require-node'
import type { ServerResponse } from 'node:http'
import { toNode } from './node.ts'
import type { NodeRequest } from './read-incoming-message.ts'
import type { ReceiverOptions } from './read-request.ts'
import type { WebhookRouter } from './router.ts'

export type { NodeRequest } from './read-incoming-message.ts'

/**
 * Receives webhooks in Express: `app.post('/webhooks', toExpress(router))`.
 *
 * Put it before `express.json()`. After it the delivery is answered with the code `parsed_body`,
 * unless `express.raw()` ran instead or the parser's `verify` hook kept the bytes as `rawBody`.
 */
export function toExpress(
  router: WebhookRouter,
  options: ReceiverOptions = {},
): (request: NodeRequest, response: ServerResponse) => Promise<void> {
  return toNode(router, options)
}
