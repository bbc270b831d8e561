import type { AddressInfo } from 'node:net'
import { createClient } from '@doorkit/client'
import { createDoorkit, drain, memoryStore } from '@doorkit/server'
import { fastifyDoorkit } from '@doorkit/server/fastify'
import { createWebhookRouter, memoryDedupeStore } from '@doorkit/webhooks'
import { fastifyWebhooks } from '@doorkit/webhooks/fastify'
import { fastify } from 'fastify'

/** Hosts the API below /v1 and receives its webhooks at /webhooks, in one Fastify application. */
export async function startServer(port: number, onLead: (email: string) => void) {
  const doorkit = createDoorkit({
    store: memoryStore(),
    allowPrivateWebhooks: true, // for development: the receiver is on this machine
    payloadDelayMs: 100,
  })
  const { id } = await doorkit.workspaces.create({ name: 'Acme', website: 'https://acme.example' })
  const key = await doorkit.keys.create({ workspace: id, name: 'App', access: 'full_access' })

  const client = createClient({
    apiKey: key.secret,
    baseUrl: 'http://localhost/v1',
    fetch: (url, init) => doorkit.fetch(new Request(url, init)), // in this process, not over the network
  })
  const endpoint = await client.webhookEndpoints.create({
    url: 'http://localhost/webhooks', // the real URL is set once the port is known
    events: ['lead.captured'],
  })
  const router = createWebhookRouter({
    secret: endpoint.secret ?? '',
    dedupe: memoryDedupeStore(),
    fallback: () => {},
  }).on('lead.captured', (event) => onLead(event.data.object?.email ?? 'somebody who was erased'))

  const app = fastify()
  app.register(fastifyWebhooks, { prefix: '/webhooks', router })
  app.register(fastifyDoorkit(doorkit), { prefix: '/v1' })
  app.get('/', async () => 'The rest of the application.')
  await app.listen({ port })
  const origin = `http://localhost:${(app.server.address() as AddressInfo).port}`
  await client.webhookEndpoints.update(endpoint.id, { url: `${origin}/webhooks` })
  await doorkit.worker.start()
  const close = () => Promise.all([app.close(), doorkit.close()])
  const stop = () => drain(app, doorkit) // on SIGTERM: keeps serving for a while, so that no request is lost
  return { baseUrl: `${origin}/v1`, apiKey: key.secret, close, stop }
}

if (import.meta.main) {
  const { baseUrl, apiKey, stop } = await startServer(3000, (email) =>
    console.log(`A lead: ${email}`),
  )
  console.log(`The API is at ${baseUrl}, and the API key is ${apiKey}`)
  process.once('SIGTERM', stop)
}
