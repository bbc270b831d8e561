import { testStore } from '@doorkit/store-tests'
import { createSchema } from '@doorkit/tests/postgres'
import { describe, inject, test } from 'vitest'
import { postgresStore } from '../src/index.ts'
import { without } from './support/without.ts'

describe('postgresStore', () => {
  testStore({
    test,
    without,
    async create() {
      const { url, remove } = await createSchema(inject('postgres'))
      const open = () => postgresStore({ url, maxConnections: 4 })
      return { store: open(), another: async () => open(), dispose: remove }
    },
  })
})
