import { sqliteStore } from '../../src/index.ts'
import { plan } from './plan.ts'

// Writes pairs of rows until it is killed, and says on stdout which pairs were acknowledged.
const [file = '', name = ''] = process.argv.slice(2)
const store = sqliteStore({ file, busyTimeoutMs: 20_000 })
await store.migrate(plan)
const insert = (id: string) =>
  ({ op: 'insert', in: 'jobs', row: { id, columns: {}, data: 'x'.repeat(500) } }) as const

for (let attempt = 0; ; attempt += 1) {
  const result = await store.commit([
    insert(`${name}-${attempt}-a`),
    insert(`${name}-${attempt}-b`),
  ])
  if (!result.ok) throw new Error(`a commit ended with ${result.reason}`)
  // The parent may read slowly, so the child waits until a line can be written.
  await new Promise((resolve) => process.stdout.write(`${attempt}\n`, resolve))
}
