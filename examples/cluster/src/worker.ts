import { createDoorkit } from '@doorkit/server'
import { postgresStore } from '@doorkit/store-postgres'

const [url = ''] = process.argv.slice(2)
const doorkit = createDoorkit({ store: postgresStore({ url }) })
process.once('SIGTERM', () => doorkit.close())
await doorkit.worker.start()
console.log('The worker is running.')
