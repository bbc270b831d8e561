import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { SchemaPlan } from '@doorkit/store'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sqliteStore } from '../src/index.ts'
import { type Temporary, temporaryDirectory } from './temporary.ts'

const plan: SchemaPlan = {
  collections: [{ name: 'notes', columns: { at: 'integer' }, indexes: [], search: 'text' }],
}

function insert(id: string, data: unknown) {
  return { op: 'insert', in: 'notes', row: { id, columns: {}, data } } as const
}

let directory: Temporary

beforeEach(() => {
  directory = temporaryDirectory()
})

afterEach(() => directory.remove())

describe('a file', () => {
  test('is created if it does not exist, and keeps what was written', async () => {
    const file = directory.path('new.db')
    const first = sqliteStore({ file })
    await first.migrate(plan)
    await first.commit([insert('n1', { text: 'kept' })])
    await first.close()
    const second = sqliteStore({ file })
    expect(await second.migrate(plan, { dryRun: true })).toEqual({ statements: [] })
    expect(await second.get([{ in: 'notes', id: 'n1' }])).toMatchObject([
      { data: { text: 'kept' } },
    ])
    await second.close()
  })

  test('is closed if an option is refused', async () => {
    const file = directory.path('exclusive.db')
    const open = (prefix?: string) => sqliteStore({ file, exclusive: true, prefix })
    expect(() => open('no prefix!')).toThrow('prefix')
    await open().close()
  })

  test('in a directory that does not exist is refused, and the error says which', () => {
    const file = directory.path('missing/doorkit.db')
    expect(() => sqliteStore({ file })).toThrow(
      expect.objectContaining({
        name: 'StoreError',
        code: 'fault',
        message: expect.stringMatching(/missing does not exist\. Create it first\.$/),
      }),
    )
  })

  test('that is not a database is refused and unchanged', () => {
    const file = directory.path('notes.txt')
    const content = 'not a database, '.repeat(500)
    writeFileSync(file, content)
    expect(() => sqliteStore({ file })).toThrow(
      expect.objectContaining({
        name: 'StoreError',
        code: 'fault',
        message: `Cannot open ${file}: it is not a SQLite database.`,
      }),
    )
    expect(readFileSync(file, 'utf8')).toBe(content)
  })

  test('that is a directory, or has no name, is refused', () => {
    const file = directory.path('folder')
    mkdirSync(file)
    expect(() => sqliteStore({ file })).toThrow(expect.objectContaining({ code: 'fault' }))
    expect(() => sqliteStore({ file: '' })).toThrow(
      expect.objectContaining({ code: 'invalid_query' }),
    )
  })

  test('is readable only by its owner when it is new, like the files next to it', async () => {
    const file = directory.path('private.db')
    const store = sqliteStore({ file })
    await store.migrate(plan)
    for (const name of [file, `${file}-wal`, `${file}-shm`]) {
      expect(statSync(name).mode & 0o777).toBe(0o600)
    }
    await store.close()
  })

  test('is in WAL mode', async () => {
    const file = directory.path('wal.db')
    const store = sqliteStore({ file })
    const other = new DatabaseSync(file)
    expect(other.prepare('pragma journal_mode').get()).toMatchObject({ journal_mode: 'wal' })
    other.close()
    await store.close()
  })

  test('contains nothing of a removed row after it is closed', async () => {
    const file = directory.path('erased.db')
    const store = sqliteStore({ file })
    await store.migrate(plan)
    for (let at = 0; at < 50; at += 1) {
      await store.commit([insert(`n${at}`, { text: `adalovelace${at} and others` })])
    }
    const hits = await store.search?.({ in: 'notes', where: [], text: 'adalovelace7', limit: 5 })
    expect(hits).toHaveLength(1)
    await store.commit([{ op: 'patch', in: 'notes', id: 'n0', data: { text: 'nobody' } }])
    await store.commit([{ op: 'remove', in: 'notes', id: 'n1' }])
    expect(await store.deleteMany({ in: 'notes', where: [], limit: 100 })).toMatchObject({
      changed: 49,
    })
    await store.close()
    expect(readFileSync(file).includes('adalovelace')).toBe(false)
  })
})

test('invalid options are refused', () => {
  const file = directory.path('options.db')
  const options: object[] = [
    ...[Number.NaN, -1, 0.5, Number.POSITIVE_INFINITY].map((busyTimeoutMs) => ({ busyTimeoutMs })),
    { synchronous: 'off' },
    { prefix: '1' },
  ]
  for (const option of options) {
    expect(() => sqliteStore({ file, ...option })).toThrow(
      expect.objectContaining({ name: 'StoreError', code: 'invalid_query' }),
    )
  }
  expect(options).toHaveLength(6)
})

describe('a database that was passed in', () => {
  test('keeps its settings and stays open', async () => {
    const db = new DatabaseSync(directory.path('host.db'))
    db.exec('pragma busy_timeout = 123')
    const settings = () =>
      ['journal_mode', 'busy_timeout', 'synchronous', 'secure_delete'].map((name) =>
        db.prepare(`pragma ${name}`).get(),
      )
    const before = settings()
    const store = sqliteStore({ db })
    await store.migrate(plan)
    await store.commit([insert('n1', {})])
    await store.close()
    expect(settings()).toEqual(before)
    expect(db.prepare('select count(*) as n from doorkit_notes').get()).toEqual({ n: 1 })
    db.close()
  })

  test('stays in a transaction of the caller', async () => {
    const db = new DatabaseSync(':memory:')
    const store = sqliteStore({ db })
    await store.migrate(plan)
    db.exec('create table mine (a); begin; insert into mine values (1)')
    await expect(store.commit([insert('n1', {}), insert('n2', {})])).rejects.toMatchObject({
      name: 'StoreError',
      code: 'fault',
    })
    expect(db.isTransaction).toBe(true)
    db.exec('commit')
    expect(db.prepare('select count(*) as n from mine').get()).toEqual({ n: 1 })
    await store.close()
    db.close()
  })
})
