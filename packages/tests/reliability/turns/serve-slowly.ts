import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { createDoorkit } from '@doorkit/server'
import { toNode } from '@doorkit/server/node'
import { postgresStore } from '@doorkit/store-postgres'
import { sqliteStore } from '@doorkit/store-sqlite'
import { slowAgent } from './slow-agent.ts'

// node --conditions=@doorkit/source serve-slowly.ts STORE: serves a store with an agent that writes
// slowly, and prints its address.
const [store = ''] = process.argv.slice(2)
const doorkit = createDoorkit({
  store: store.startsWith('sqlite:')
    ? sqliteStore({ file: store.slice('sqlite:'.length) })
    : postgresStore({ url: store, maxConnections: 10 }),
  agent: slowAgent(() => wait(10)),
  plans: 'unlimited',
})
await doorkit.ping()
const api = toNode(doorkit)
const site = toNode(doorkit.site, { mountPath: '/site' })
const server = createServer((request, response) =>
  request.url?.startsWith('/site/') ? site(request, response) : api(request, response),
).listen(0, '127.0.0.1')
await once(server, 'listening')
const { port } = server.address() as AddressInfo
console.log(JSON.stringify({ base_url: `http://127.0.0.1:${port}` }))
