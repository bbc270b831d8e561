import '@doorkit/models/require-node'
import { toNode } from './node.ts'

export type { NodeRequest } from './read-incoming-message.ts'

/**
 * Receives webhooks in Express: `app.post('/webhooks', toExpress(router))`.
 *
 * Put it before `express.json()`. After it the delivery is answered with the code `parsed_body`,
 * unless `express.raw()` ran instead or the parser's `verify` hook kept the bytes as `rawBody`.
 */
export const toExpress: typeof toNode = toNode
