import { memoryStore, type Store } from '@doorkit/store'
import { postgresStore } from '@doorkit/store-postgres'
import { sqliteStore } from '@doorkit/store-sqlite'
import { createSchema } from '@doorkit/tests/postgres'
import type {} from '@doorkit/tests/postgres/setup'
import { inject, onTestFinished } from 'vitest'

/** Functions that open an empty store, by the kind of store. */
export const openStores: Readonly<Record<string, () => Promise<Store>>> = {
  memory: async () => memoryStore(),
  SQLite: async () => sqliteStore({ file: ':memory:' }),
  async PostgreSQL() {
    const { url, remove } = await createSchema(inject('postgres'))
    onTestFinished(remove)
    return postgresStore({ url })
  },
}
