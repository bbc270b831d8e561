import * as server from '@doorkit/server'
import { memoryStore } from '@doorkit/server'
import { sqliteStore } from '@doorkit/store-sqlite'
import { tryServer } from './try-server.mjs'

const stores = { memory: memoryStore, sqlite: () => sqliteStore({ file: ':memory:' }) }
process.stdout.write(JSON.stringify(await tryServer({ server, stores })))
process.exit()
