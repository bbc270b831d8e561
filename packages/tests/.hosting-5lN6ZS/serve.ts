import { createDoorkit, drain } from '@doorkit/server'
import { toExpress } from '@doorkit/server/express'
import { sqliteStore } from '@doorkit/store-sqlite'
import express from 'express'

const doorkit = createDoorkit({ store: sqliteStore({ file: 'doorkit.db' }) })
await doorkit.worker.start()

const app = express()
app.use('/v1', toExpress(doorkit))
const server = app.listen(37263, () => console.log('Serving.'))
process.once('SIGTERM', () => drain(server, doorkit))
