import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sqlStore } from '@doorkit/store-sql'
import { testVariant } from '@doorkit/tests/postgres/variant'
import { createClient } from '@libsql/client'
import Database from 'better-sqlite3'
import { describe } from 'vitest'
import { betterSqlite3Driver } from '../../drivers/better-sqlite3.ts'
import { libsqlDriver } from '../../drivers/libsql.ts'

const without = {
  backup: 'this driver has none',
  scrub: 'this driver has none',
  version: 'this driver has none',
}

/** Creates a path in a new directory, and a function that removes the directory. */
function temporaryFile() {
  const directory = mkdtempSync(join(tmpdir(), 'doorkit-drivers-'))
  const dispose = () => rmSync(directory, { recursive: true, force: true })
  return { file: join(directory, 'doorkit.db'), dispose }
}

describe('a store over better-sqlite3', () => {
  testVariant({
    without,
    create() {
      const { file, dispose } = temporaryFile()
      const open = () => {
        const db = new Database(file)
        db.pragma('journal_mode = wal')
        return sqlStore({ driver: betterSqlite3Driver(db) })
      }
      return { store: open(), another: async () => open(), dispose }
    },
  })
})

describe('a store over libSQL', () => {
  testVariant({
    without,
    async create() {
      const { file, dispose } = temporaryFile()
      const open = async () => {
        const client = createClient({ url: `file:${file}` })
        await client.execute('pragma journal_mode = wal')
        await client.execute('pragma synchronous = normal')
        return sqlStore({ driver: libsqlDriver(client) })
      }
      return { store: await open(), another: open, dispose }
    },
  })
})
