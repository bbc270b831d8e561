import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createClient } from '@doorkit/client'
import { createDoorkit, drain, memoryStore } from '@doorkit/server'
import { toExpress } from '@doorkit/server/express'
import { createWebhookRouter, memoryDedupeStore } from '@doorkit/webhooks'
import { toExpress as receiveWebhooks } from '@doorkit/webhooks/express'
import express from 'express'

/** Hosts the API below /v1 and receives its webhooks at /webhooks, in one Express application. */
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

  const app = express()
  app.post('/webhooks', receiveWebhooks(router))
  app.use('/v1', toExpress(doorkit))
  app.get('/', (_request, response) => response.send('The rest of the application.'))
  const server = app.listen(port)
  await once(server, 'listening')
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`
  await client.webhookEndpoints.update(endpoint.id, { url: `${origin}/webhooks` })
  await doorkit.worker.start()
  const close = () => Promise.all([new Promise((done) => server.close(done)), doorkit.close()])
  const stop = () => drain(server, doorkit) // on SIGTERM: keeps serving for a while, so that no request is lost
  return { baseUrl: `${origin}/v1`, apiKey: key.secret, close, stop }
}

if (import.meta.main) {
  const { baseUrl, apiKey, stop } = await startServer(3000, (email) =>
    console.log(`A lead: ${email}`),
  )
  console.log(`The API is at ${baseUrl}, and the API key is ${apiKey}`)
  process.once('SIGTERM', stop)
}
