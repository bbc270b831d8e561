import { createSchema } from '@doorkit/tests/postgres'
import { testVariant } from '@doorkit/tests/postgres/variant'
import pg from 'pg'
import { describe, inject } from 'vitest'
import { postgresStore } from '../src/index.ts'
import { without } from './support/without.ts'

/** Adds the engine with the fewest features to an address that names none. */
function withPlainEngine(address: string): string {
  const url = new URL(address)
  if (!url.searchParams.has('engine')) url.searchParams.set('engine', 'cockroachdb')
  return url.href
}

/** The address of a Citus cluster, with `?engine=citus`: see CONTRIBUTING.md. */
const citus = process.env.DOORKIT_TEST_CITUS_URL ?? ''

describe('postgresStore over a pool of the host, without prepared statements', () => {
  testVariant({
    without,
    async create() {
      const { url, remove } = await createSchema(inject('postgres'))
      const pool = new pg.Pool({ connectionString: url, max: 3 })
      const open = () => postgresStore({ pool, prepare: false, prefix: 'host_' })
      return {
        store: open(),
        another: async () => open(),
        async dispose() {
          await pool.end()
          await remove()
        },
      }
    },
  })
})

describe('postgresStore with only the features that every engine has', () => {
  testVariant({
    without,
    async create() {
      const { url, remove } = await createSchema(inject('postgres'))
      const open = () => postgresStore({ url: withPlainEngine(url), maxConnections: 4 })
      return { store: open(), another: async () => open(), dispose: remove }
    },
  })
})

describe.runIf(citus)('postgresStore over the nodes of Citus', () => {
  testVariant({
    without,
    async create() {
      const { url, remove } = await createSchema(citus)
      const open = () => postgresStore({ url, maxConnections: 4 })
      return { store: open(), another: async () => open(), dispose: remove }
    },
  })
})

describe('postgresStore in a database whose transactions are serializable', () => {
  testVariant({
    without,
    async create() {
      const { url, remove } = await createSchema(inject('postgres'))
      const serializable = new URL(url)
      const options = `${serializable.searchParams.get('options')} -c default_transaction_isolation=serializable`
      serializable.searchParams.set('options', options)
      const open = () => postgresStore({ url: serializable.href, maxConnections: 4 })
      return { store: open(), another: async () => open(), dispose: remove }
    },
  })
})
