import { sqlStore } from '@doorkit/store-sql'
import { createSchema } from '@doorkit/tests/postgres'
import type {} from '@doorkit/tests/postgres/setup'
import { testVariant } from '@doorkit/tests/postgres/variant'
import { PGlite } from '@electric-sql/pglite'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, inject } from 'vitest'
import { pgliteDriver } from '../../drivers/pglite.ts'
import { postgresJsDriver } from '../../drivers/postgres-js.ts'

const without = {
  backup: 'PostgreSQL has its own tools for backups',
  scrub: 'PostgreSQL cleans its log itself',
  version: 'PostgreSQL tells its version only in answer to a query',
}

describe('a store over postgres.js', () => {
  testVariant({
    without,
    async create() {
      const { url, remove } = await createSchema(inject('postgres'))
      const schema = /search_path=(\w+)/.exec(decodeURIComponent(url))?.[1] ?? ''
      const open = () => {
        const connection = { search_path: schema }
        const client = postgres(inject('postgres'), { max: 4, connection, onnotice: () => {} })
        return sqlStore({ driver: postgresJsDriver(client) })
      }
      return { store: open(), another: async () => open(), dispose: remove }
    },
  })
})

describe('a store over PGlite', () => {
  let db: PGlite

  // PGlite takes seconds to start, so all cases share one, each with its own schema.
  beforeAll(async () => {
    db = await PGlite.create()
  }, 240_000)

  afterAll(() => db.close())

  let schemas = 0
  testVariant({
    without,
    async create() {
      schemas += 1
      const schema = `case_${schemas}`
      await db.exec(`create schema ${schema}; set search_path = ${schema}`)
      const open = () => {
        const driver = pgliteDriver(db)
        return sqlStore({ driver: { ...driver, close: async () => {} } })
      }
      return {
        store: open(),
        another: async () => open(),
        dispose: async () => void (await db.exec(`drop schema ${schema} cascade`)),
      }
    },
  })
})
