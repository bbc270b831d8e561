import { createClient } from '@doorkit/client'
import { importContacts } from './import-contacts.ts'

// DOORKIT_API_KEY and DOORKIT_BASE_URL select the workspace. The argument is the file.
const [file = 'contacts.jsonl'] = process.argv.slice(2)
const { succeeded, failures } = await importContacts(createClient(), file)
console.log(`${succeeded} contacts imported.`)
for (const { index, error } of failures) console.error(`contact ${index + 1}: ${error.message}`)
if (failures.length > 0) process.exitCode = 1
