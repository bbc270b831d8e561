import * as server from '@doorkit/server'
import { memoryStore } from '@doorkit/server'
import { sqliteStore } from '@doorkit/store-sqlite'
import { useServer } from './use-server.mjs'

const stores = { memory: memoryStore, sqlite: () => sqliteStore({ file: ':memory:' }) }
process.stdout.write(JSON.stringify(await useServer({ server, stores })))
process.exit()
