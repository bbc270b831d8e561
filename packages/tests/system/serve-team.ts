// A process that serves the site API and the console over PostgreSQL, and that a test can kill:
// node serve-team.ts <url>
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createDoorkit } from '@doorkit/server'
import { toNode } from '@doorkit/server/node'
import { postgresStore } from '@doorkit/store-postgres'
import { handoffAgent } from './handoff-agent.ts'

const [url = ''] = process.argv.slice(2)

const store = postgresStore({ url, maxConnections: 5 })
const doorkit = createDoorkit({ store, agent: handoffAgent })
const site = toNode(doorkit.site, { mountPath: '/site' })
const team = toNode(doorkit.console({ authorize: () => null }), { mountPath: '/console' })
const server = createServer((request, response) =>
  (request.url?.startsWith('/console') ? team : site)(request, response),
)
server.listen(0, '127.0.0.1', () => {
  console.log((server.address() as AddressInfo).port)
})
