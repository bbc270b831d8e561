import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { BackupProgress, SchemaPlan, Store } from '@doorkit/store'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sqliteStore } from '../src/index.ts'
import { type Temporary, temporaryDirectory } from './temporary.ts'

const plan: SchemaPlan = { collections: [{ name: 'notes', columns: {}, indexes: [] }] }

let directory: Temporary
let store: Store
let source: string

beforeEach(async () => {
  directory = temporaryDirectory()
  source = directory.path('doorkit.db')
  store = sqliteStore({ file: source })
  await store.migrate(plan)
})

afterEach(async () => {
  await store.close()
  directory.remove()
})

const listFiles = () =>
  readdirSync(directory.path('.')).filter((name) => !name.startsWith('doorkit.db'))

/** Writes rows of 1,000 bytes with these numbers, each in its own commit. */
async function fill(from: number, to: number, at: Store = store): Promise<void> {
  for (let row = from; row < to; row += 1) {
    const data = { text: 'x'.repeat(1_000) }
    const written = await at.commit([
      { op: 'insert', in: 'notes', row: { id: `note-${row}`, columns: {}, data } },
    ])
    expect(written).toEqual({ ok: true })
  }
}

async function countIn(file: string): Promise<number> {
  const restored = sqliteStore({ file })
  try {
    await restored.migrate(plan)
    const query = { in: 'notes', where: [], measures: { rows: { op: 'count' } } } as const
    return (await restored.aggregate(query))[0]?.values.rows ?? 0
  } finally {
    await restored.close()
  }
}

const backUp = (options: Parameters<NonNullable<Store['backup']>>[0], from = store) => {
  if (!from.backup) throw new Error('The store offers no backup.')
  return from.backup(options)
}

describe('a backup', () => {
  test('of a file that was deleted is a fault of the store', async () => {
    const file = directory.path('backup.db')
    writeFileSync(file, 'an earlier backup')
    rmSync(source)
    const backup = backUp({ file, overwrite: true })
    await expect(backup).rejects.toMatchObject({ name: 'StoreError', code: 'fault' })
    expect(readFileSync(file, 'utf8')).toBe('an earlier backup')
  })

  test('to a name that the file system refuses is a fault of the store', async () => {
    const file = directory.path(`${'b'.repeat(250)}.db`)
    await expect(backUp({ file })).rejects.toMatchObject({ name: 'StoreError', code: 'fault' })
  })

  test('contains everything acknowledged before it started, while two stores keep writing', async () => {
    await fill(0, 3_000)
    const other = sqliteStore({ file: source })
    await other.migrate(plan)
    const progress: BackupProgress[] = []
    let isOver = false
    let writes = 0
    const write = async (at: Store, first: number) => {
      for (let row = first; !isOver; row += 1) {
        await fill(row, row + 1, at)
        writes += 1
      }
    }
    const writing = [write(store, 10_000), write(other, 20_000)]
    const file = directory.path('backup.db')
    const report = await backUp({ file, onProgress: (now) => void progress.push(now) })
    const during = writes
    isOver = true
    await Promise.all(writing)
    await other.close()

    expect(during).toBeGreaterThan(10)
    const db = new DatabaseSync(file, { readOnly: true })
    const earlier = `select count(*) as n from doorkit_notes where length(id) <= length('note-2999')`
    expect(db.prepare(earlier).get()).toEqual({ n: 3_000 })
    db.close()
    expect(await countIn(file)).toBeLessThan(3_000 + writes)
    expect(report).toEqual({ file, bytes: statSync(file).size, schemaVersion: 1 })
    expect(progress.at(0)).toMatchObject({ phase: 'copying', bytes: 0 })
    expect(progress.at(-1)).toMatchObject({ phase: 'checking', bytes: report.bytes })
    const copied = progress.map(({ bytes }) => bytes)
    expect(copied).toEqual([...copied].sort((one, next) => one - next))
  })

  test('is one file that only its owner can read, and needs no other file', async () => {
    await fill(0, 10)
    const file = directory.path('backup.db')
    await backUp({ file })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(listFiles()).toEqual(['backup.db'])
    const db = new DatabaseSync(file, { readOnly: true })
    expect(db.prepare('pragma journal_mode').get()).toEqual({ journal_mode: 'delete' })
    expect(db.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' })
    db.close()
    expect(listFiles()).toEqual(['backup.db'])
  })

  test('replaces a file only if that is allowed, and never a file in use or the database itself', async () => {
    await fill(0, 10)
    const file = directory.path('backup.db')
    writeFileSync(file, 'mine')
    await expect(backUp({ file })).rejects.toMatchObject({ code: 'invalid_query' })
    expect(readFileSync(file, 'utf8')).toBe('mine')
    await backUp({ file, overwrite: true })
    expect(await countIn(file)).toBe(10)
    for (const [target, problem] of [
      [source, /is a database in use/],
      ['', /is empty/],
    ] as const) {
      const refused = backUp({ file: target, overwrite: true })
      await expect(refused).rejects.toMatchObject({ message: expect.stringMatching(problem) })
    }
    const used = sqliteStore({ file })
    await used.migrate(plan)
    await expect(backUp({ file, overwrite: true })).rejects.toThrow(/is a database in use/)
    await used.close()
    expect(await countIn(source)).toBe(10)
  })

  test('that cannot be written leaves nothing behind', async () => {
    await fill(0, 10)
    const missing = directory.path('no/such/folder/backup.db')
    await expect(backUp({ file: missing })).rejects.toThrow(/does not exist\. Create it first/)
    mkdirSync(directory.path('folder'))
    const folder = { file: directory.path('folder'), overwrite: true }
    await expect(backUp(folder)).rejects.toMatchObject({ code: 'fault' })
    const over = new AbortController()
    const onProgress = () => over.abort(new Error('Enough.'))
    const aborted = backUp({ file: directory.path('aborted.db'), onProgress, signal: over.signal })
    await expect(aborted).rejects.toThrow('Enough.')
    expect(listFiles()).toEqual(['folder'])
  })

  test('of a damaged database is refused, and an existing file stays', async () => {
    await fill(0, 500)
    await store.close()
    const bytes = readFileSync(source)
    bytes.fill(0xff, bytes.length / 2, bytes.length / 2 + 8_192)
    writeFileSync(source, bytes)
    const file = directory.path('backup.db')
    writeFileSync(file, 'an earlier one')
    store = sqliteStore({ file: source })
    await expect(backUp({ file, overwrite: true })).rejects.toMatchObject({ code: 'fault' })
    expect(readFileSync(file, 'utf8')).toBe('an earlier one')
    expect(listFiles()).toEqual(['backup.db'])
  })

  test('is offered only by a store that opened a file itself, and refused after the store is closed', async () => {
    expect(sqliteStore({ file: ':memory:' }).backup).toBeUndefined()
    expect(sqliteStore({ db: new DatabaseSync(':memory:') }).backup).toBeUndefined()
    await store.close()
    const closed = backUp({ file: directory.path('backup.db') })
    await expect(closed).rejects.toMatchObject({ code: 'closed' })
  })
})
