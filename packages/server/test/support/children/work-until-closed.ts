import { memoryStore } from '@doorkit/store'
import { createDoorkit } from '../../../src/index.ts'

const doorkit = createDoorkit({ store: memoryStore() })
await doorkit.worker.start()
// This runs if nothing keeps the process alive.
process.once('beforeExit', () => process.stdout.write('Nothing is left to do.\n'))
process.stdin.once('data', async () => {
  await doorkit.close()
  process.stdout.write('Closed.\n')
})
process.stdin.unref()
process.stdout.write('Started.\n')
