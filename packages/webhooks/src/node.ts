import '@doorkit/models/require-node'
import type { ServerResponse } from 'node:http'
import { receiverError } from './error.ts'
import { type NodeRequest, readIncomingMessage } from './read-incoming-message.ts'
import type { ReceiverOptions } from './read-request.ts'
import { refusal, type WebhookReply } from './reply.ts'
import type { WebhookRouter } from './router.ts'

export type { NodeRequest } from './read-incoming-message.ts'

/** Receives webhooks with `node:http`: `createServer(toNode(router))`. */
export function toNode(
  router: WebhookRouter,
  options: ReceiverOptions = {},
): (request: NodeRequest, response: ServerResponse) => Promise<void> {
  return async (request, response) => {
    if (request.method !== 'POST') {
      send(request, response, refusal(receiverError('method_not_allowed')))
      return
    }
    const reply = await router.receive(async () => ({
      body: await readIncomingMessage(request, options),
      headers: request.headers,
    }))
    send(request, response, reply)
  }
}

function send(request: NodeRequest, response: ServerResponse, reply: WebhookReply): void {
  // The sender may have disconnected, and then no answer can be sent.
  if (response.writableEnded || response.destroyed) return
  // A connection with an unread body cannot carry another request.
  if (!request.complete && request.httpVersionMajor === 1) response.setHeader('connection', 'close')
  response.writeHead(reply.status, reply.headers).end(reply.body)
}
