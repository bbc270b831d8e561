import { once } from 'node:events'
import { createDoorkit } from '@doorkit/server'
import { postgresStore } from '@doorkit/store-postgres'

const [url = ''] = process.argv.slice(2)
const doorkit = createDoorkit({ store: postgresStore({ url }) })
await doorkit.worker.start()
console.log('The worker works.')
// A worker that waits for work keeps no process alive by itself.
const alive = setInterval(() => {}, 60_000)
await once(process, 'SIGTERM')
clearInterval(alive)
await doorkit.close()
