import { once } from 'node:events'
import { startPostgres } from './start-postgres.ts'

// A process of its own: the package that brings the server replaces the exit code of its process.
const postgres = await startPostgres()
process.stdout.write(`${postgres.url}\n`)
process.stdin.resume()
await once(process.stdin, 'end')
await postgres.stop()
