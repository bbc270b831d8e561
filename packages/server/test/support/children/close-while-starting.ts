import { memoryStore } from '@doorkit/store'
import { createDoorkit } from '../../../src/index.ts'

const doorkit = createDoorkit({ store: memoryStore() })
const starting = doorkit.worker.start()
await doorkit.close()
await starting.catch(() => {})
process.stdout.write('Closed.\n')
