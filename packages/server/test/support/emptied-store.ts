import type { Store } from '@doorkit/store'
import { postgresStore } from '@doorkit/store-postgres'
import { emptyTables } from '@doorkit/tests/postgres'
import { onTestFinished } from 'vitest'

// The prefixes of tables that no test uses now, by database. Creating tables takes seconds on a cluster.
const unused = new Map<string, string[]>()
let prefixCount = 0

/** Opens a store on its own tables, which are emptied for another test when this one ends. */
export function emptiedStore(url: string): Store {
  const prefixes = unused.get(url) ?? []
  unused.set(url, prefixes)
  const prefix = prefixes.pop() ?? `s${process.pid}_${prefixCount++}_`
  const store = postgresStore({ url, prefix, maxConnections: 4 })
  onTestFinished(async () => {
    await store.close()
    await emptyTables(url, prefix)
    prefixes.push(prefix)
  })
  return store
}
