import { createClient } from '@doorkit/client'
import { openMirror } from './mirror.ts'

// DOORKIT_API_KEY and DOORKIT_BASE_URL select the workspace. The argument is the file.
const [file = 'workspace.db'] = process.argv.slice(2)
const client = createClient()
const mirror = openMirror(file)
await mirror.update(client)
mirror.close()
console.log(`${file} is up to date.`)
