import { createServer } from 'node:http'
import type { Client } from '@doorkit/client'
import { createWebhookRouter } from '@doorkit/webhooks'
import { toNode } from '@doorkit/webhooks/node'
import { listen } from '../../../server/test/support/hosts.ts'
import type { Round } from '../campaign.ts'

/** The times at which each event arrived, by its id. */
export type ReceivedTimes = ReadonlyMap<string, readonly number[]>

/** Receives the leads of a workspace. */
export async function receiveLeads(
  client: Client,
  { onEnd }: Pick<Round, 'onEnd'>,
): Promise<ReceivedTimes> {
  const received = new Map<string, number[]>()
  const server = createServer()
  const url = `${await listen(server, onEnd)}/`
  const { secret } = await client.webhookEndpoints.create({ url, events: ['lead.captured'] })
  const router = createWebhookRouter({
    secret: secret ?? '',
    fallback: ({ id }) => void received.set(id, [...(received.get(id) ?? []), Date.now()]),
  })
  server.on('request', toNode(router))
  return received
}
