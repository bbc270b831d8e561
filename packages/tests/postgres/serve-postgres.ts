import { once } from 'node:events'
import { startPostgres } from './start-postgres.ts'

// A process of its own, so that the server ends and its files go even where a signal ends the tests.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => process.stdin.destroy())
const postgres = await startPostgres()
process.stdout.write(`${postgres.url}\n`)
process.stdin.resume()
if (!process.stdin.destroyed) await once(process.stdin, 'close')
await postgres.stop()
