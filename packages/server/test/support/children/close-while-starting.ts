import { createDoorkit } from '../../../src/index.ts'
import { memoryStore } from '../../../src/store.ts'

const doorkit = createDoorkit({ store: memoryStore() })
const starting = doorkit.worker.start()
await doorkit.close()
await starting.catch(() => {})
process.stdout.write('Closed.\n')
