import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Client } from '@doorkit/client'
import { createWebhookRouter } from '@doorkit/webhooks'
import { toNode } from '@doorkit/webhooks/node'
import type { Round } from '../campaign.ts'

/** When each event came, by its id. */
export type Received = ReadonlyMap<string, readonly number[]>

/** Receives the leads of a workspace. */
export async function receiveLeads(
  client: Client,
  { onEnd }: Pick<Round, 'onEnd'>,
): Promise<Received> {
  const received = new Map<string, number[]>()
  const server = createServer().listen(0, '127.0.0.1')
  onEnd(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const { secret } = await client.webhookEndpoints.create({
    url: `http://127.0.0.1:${port}/`,
    events: ['lead.captured'],
  })
  const router = createWebhookRouter({
    secret: secret ?? '',
    fallback: ({ id }) => void received.set(id, [...(received.get(id) ?? []), Date.now()]),
  })
  server.on('request', toNode(router))
  return received
}
