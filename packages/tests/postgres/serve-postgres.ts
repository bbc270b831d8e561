import { once } from 'node:events'
import { startPostgres } from './start-postgres.ts'

// This program is a process of its own, so that it can stop the server and remove the data even if a
// signal ends the tests.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => process.stdin.destroy())
const postgres = await startPostgres()
process.stdout.write(`${postgres.url}\n`)
process.stdin.resume()
if (!process.stdin.destroyed) await once(process.stdin, 'close')
await postgres.stop()
