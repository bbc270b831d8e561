import '@doorkit/models/require-node'
import { toNode } from './node.ts'

export type { NodeRequest } from './read-incoming-message.ts'

/**
 * Receives webhooks in Express: `app.post('/webhooks', toExpress(router))`.
 *
 * Put it before `express.json()`. Behind that parser, deliveries are refused with the code
 * `parsed_body`, unless its `verify` hook stored the bytes as `rawBody`. `express.raw()` is fine.
 */
export const toExpress: typeof toNode = toNode
