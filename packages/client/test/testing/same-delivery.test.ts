import { createServer, type IncomingHttpHeaders } from 'node:http'
import { scopes } from '@doorkit/models'
import { createDoorkit, memoryStore } from '@doorkit/server'
import { expect, onTestFinished, test } from 'vitest'
import { createClient } from '../../src/index.ts'
import { listen } from '../support/listen.ts'
import { openWorkspace } from './open-workspace.ts'

/** The headers that belong to a connection. */
const connectionHeaders = new Set(['host', 'connection', 'content-length', 'accept-encoding'])

/** The headers whose values differ from one delivery to the next. */
const changingHeaders = new Set(['webhook-id', 'webhook-timestamp', 'webhook-signature'])

test('a receiver in the same process gets the headers that the server kit sends', async () => {
  const realDelivery = toComparable(await deliverOverHttp())
  const { client, deliveries } = await openWorkspace()
  const endpoint = await client.webhookEndpoints.create({
    url: 'https://crm.example/hooks',
    events: ['*'],
  })
  await client.webhookEndpoints.test(endpoint.id)
  const [delivery = expect.fail()] = deliveries

  expect(toComparable(delivery.headers)).toEqual(realDelivery)
  expect(Object.keys(realDelivery)).toHaveLength(5)
  expect(realDelivery['user-agent']).toMatch(/^Service-Webhooks\/1\.0 \(/)
})

/** The headers that a receiver behind a real socket gets. */
async function deliverOverHttp(): Promise<IncomingHttpHeaders> {
  const receivedHeaders: IncomingHttpHeaders[] = []
  const port = await listen(
    createServer(({ headers }, response) => {
      receivedHeaders.push(headers)
      response.writeHead(204).end()
    }),
  )
  const doorkit = createDoorkit({ store: memoryStore(), allowPrivateWebhooks: true })
  onTestFinished(() => doorkit.close())
  const { id } = await doorkit.workspaces.create({
    name: 'Acme',
    website: 'https://acme.example',
    plan: 'apex',
  })
  const { secret: apiKey } = await doorkit.keys.create({ workspace: id, name: 'Test', scopes })
  const client = createClient({ apiKey, baseUrl: 'http://localhost/v1', fetch: doorkit.fetch })
  const endpoint = await client.webhookEndpoints.create({
    url: `http://127.0.0.1:${port}/hooks`,
    events: ['*'],
  })
  await client.webhookEndpoints.test(endpoint.id)
  const [headers = expect.fail()] = receivedHeaders
  return headers
}

function toComparable(headers: IncomingHttpHeaders | Readonly<Record<string, string>>) {
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !connectionHeaders.has(name))
      .map(([name, value]) => [name, changingHeaders.has(name) ? 'differs' : value]),
  )
}
