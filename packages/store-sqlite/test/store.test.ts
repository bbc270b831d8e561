import { DatabaseSync } from 'node:sqlite'
import { testStore } from '@doorkit/store-tests'
import { describe, test } from 'vitest'
import { sqliteStore } from '../src/index.ts'
import { temporaryDirectory } from './temporary.ts'

describe('sqliteStore over a file', () => {
  testStore({
    test,
    create() {
      const directory = temporaryDirectory()
      const open = () => sqliteStore({ file: directory.path('doorkit.db') })
      return { store: open(), another: async () => open(), dispose: directory.remove }
    },
  })
})

describe('sqliteStore in memory', () => {
  testStore({ test, create: () => ({ store: sqliteStore({ file: ':memory:' }) }) })
})

describe('sqliteStore over a database that was passed in', () => {
  testStore({
    test,
    create() {
      const db = new DatabaseSync(':memory:', { readBigInts: true, returnArrays: true })
      const open = () => sqliteStore({ db, prefix: 'host_' })
      return { store: open(), another: async () => open(), dispose: () => db.close() }
    },
  })
})
