import type { SchemaPlan } from '@doorkit/store'
import { postgresStore } from '../../src/index.ts'

/** The work of a child process: a database, and the plan to migrate it to. */
export interface Work {
  readonly url: string
  readonly plan: SchemaPlan
}

process.on('message', async ({ url, plan }: Work) => {
  const store = postgresStore({ url, maxConnections: 2 })
  const { statements } = await store.migrate(plan)
  await store.close()
  process.send?.(statements, () => process.disconnect())
})
process.send?.('ready')
