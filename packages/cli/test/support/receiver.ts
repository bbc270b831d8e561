import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Client } from '@doorkit/client'
import { createWebhookRouter, type WebhookEvent } from '@doorkit/webhooks'
import { toNode } from '@doorkit/webhooks/node'
import { onTestFinished } from 'vitest'

/** Receives the events of one endpoint. */
export interface Receiver {
  /** The event of every request that verified, in order of arrival. */
  readonly received: readonly WebhookEvent[]
  /** Resolves with the first event. */
  readonly first: Promise<WebhookEvent>
}

/** Registers an endpoint for one event type and receives its deliveries until the test ends. */
export async function startReceiver(client: Client, type: 'lead.captured'): Promise<Receiver> {
  const server = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const endpoint = await client.webhookEndpoints.create({
    url: `http://127.0.0.1:${port}/`,
    events: [type],
  })
  const received: WebhookEvent[] = []
  let onFirst: (event: WebhookEvent) => void = () => {}
  const first = new Promise<WebhookEvent>((resolve) => {
    onFirst = resolve
  })
  const router = createWebhookRouter({
    secret: endpoint.secret ?? '',
    fallback(event) {
      received.push(event)
      onFirst(event)
    },
  })
  server.on('request', toNode(router))
  return { received, first }
}
