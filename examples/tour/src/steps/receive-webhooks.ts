import { EventEmitter, once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Client } from '@doorkit/client'
import { createWebhookRouter, type WebhookEvent } from '@doorkit/webhooks'
import { toNode } from '@doorkit/webhooks/node'
import { heading, say } from '../step.ts'

/** The receiver of the tour. */
export interface Receiver {
  /** The next verified event of a type. Call this before you cause the event. */
  next(type: string): Promise<WebhookEvent>
  close(): Promise<void>
}

const timeoutMs = 60_000

/** Registers a webhook endpoint and receives its events: only those with a valid signature. */
export async function receiveWebhooks(admin: Client): Promise<Receiver> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const endpoint = await admin.webhookEndpoints.create({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`,
    events: ['lead.captured', 'handoff.requested'],
  })
  const verified = new EventEmitter()
  const router = createWebhookRouter({
    secret: endpoint.secret ?? '',
    fallback: (event) => verified.emit(event.type, event),
  })
  server.on('request', toNode(router))
  say(
    `${heading('Webhooks')}${endpoint.id} receives ${endpoint.events.join(', ')} at ${endpoint.url}`,
  )
  return {
    async next(type) {
      try {
        const [event] = await once(verified, type, { signal: AbortSignal.timeout(timeoutMs) })
        return event
      } catch (cause) {
        throw new Error(`No webhook ${type} arrived within ${timeoutMs / 1_000} seconds.`, {
          cause,
        })
      }
    },
    async close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
