import { readdirSync, readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { testStore } from '@doorkit/store-tests'
import { describe, test } from 'vitest'
import { sqliteStore } from '../src/index.ts'
import { type Temporary, temporaryDirectory } from './temporary.ts'

describe('sqliteStore over a file', () => {
  testStore({
    test,
    create() {
      const directory = temporaryDirectory()
      const open = () => sqliteStore({ file: directory.path('doorkit.db') })
      return {
        store: open(),
        another: async () => open(),
        bytes: () => readFiles(directory),
        openBackup: (file) => sqliteStore({ file }),
        dispose: directory.remove,
      }
    },
  })
})

describe('sqliteStore in memory', () => {
  testStore({
    test,
    without: { backup: 'it has no file' },
    create: () => ({ store: sqliteStore({ file: ':memory:' }), bytes: noBytes }),
  })
})

describe('sqliteStore over a database that was passed in', () => {
  testStore({
    test,
    without: {
      backup: 'its host opened the file',
      version: 'its host may write through the same connection',
    },
    create() {
      const db = new DatabaseSync(':memory:', { readBigInts: true, returnArrays: true })
      const open = () => sqliteStore({ db, prefix: 'host_' })
      return {
        store: open(),
        another: async () => open(),
        bytes: noBytes,
        dispose: () => db.close(),
      }
    },
  })
})

/** The bytes of the database file, of its write-ahead log, and of the index of that log. */
function readFiles({ path }: Temporary): Buffer {
  return Buffer.concat(readdirSync(path('')).map((name) => readFileSync(path(name))))
}

/** A database in memory leaves no files. */
const noBytes = () => new Uint8Array()
