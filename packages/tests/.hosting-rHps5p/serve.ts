import { createServer } from 'node:http'
import { createDoorkit, drain } from '@doorkit/server'
import { toNode } from '@doorkit/server/node'
import { sqliteStore } from '@doorkit/store-sqlite'

const doorkit = createDoorkit({ store: sqliteStore({ file: 'doorkit.db' }) })
await doorkit.worker.start() // sends webhooks, reads pages, grades, removes what is old

const server = createServer(toNode(doorkit)).listen(38743, () => console.log('Serving.'))
process.once('SIGTERM', () => drain(server, doorkit))
