import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createDoorkit, memoryStore } from '@doorkit/server'
import { toNode } from '@doorkit/server/node'
import { observeRequests } from './observe-requests.ts'

/** Hosts the API in memory, with an API key for contacts, and observes its requests. */
export async function startServer() {
  const doorkit = createDoorkit({ store: memoryStore(), onRequest: observeRequests() })
  const { id } = await doorkit.workspaces.create({ name: 'Acme', website: 'https://acme.example' })
  const { secret: apiKey } = await doorkit.keys.create({
    workspace: id,
    name: 'CRM',
    scopes: ['contacts:write'],
  })
  const server = createServer(toNode(doorkit))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    apiKey,
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
      await doorkit.close()
    },
  }
}
