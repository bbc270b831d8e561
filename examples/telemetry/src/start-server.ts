import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createDoorkit, type DoorkitOptions, memoryStore } from '@doorkit/server'
import { toNode } from '@doorkit/server/node'
import { observeRequests } from './observe-requests.ts'
import { observeWork } from './observe-work.ts'

/** Hosts the API in memory, with an API key, and observes its requests and its work. */
export async function startServer(options: Partial<DoorkitOptions> = {}) {
  const doorkit = createDoorkit({
    store: memoryStore(),
    onRequest: observeRequests(),
    ...observeWork(),
    ...options,
  })
  const { id } = await doorkit.workspaces.create({ name: 'Acme', website: 'https://acme.example' })
  await doorkit.workspaces.update(id, { agent: { live: true } })
  const { secret: apiKey } = await doorkit.keys.create({
    workspace: id,
    name: 'CRM',
    scopes: ['contacts:write', 'chat:write', 'webhooks:write'],
  })
  const server = createServer(toNode(doorkit))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    doorkit,
    apiKey,
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
      await doorkit.close()
    },
  }
}
