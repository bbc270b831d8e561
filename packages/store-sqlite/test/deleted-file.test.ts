import {
  copyFileSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { SchemaPlan } from '@doorkit/store'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { rememberFile } from '../src/file-identity.ts'
import { sqliteStore } from '../src/index.ts'
import { createCheckpoints } from '../src/wal-checkpoints.ts'
import { type Temporary, temporaryDirectory } from './temporary.ts'

const plan: SchemaPlan = { collections: [{ name: 'notes', columns: {}, indexes: [] }] }
const unavailable = {
  name: 'StoreError',
  code: 'unavailable',
  message: expect.stringMatching(/was deleted or replaced.* put the file or a backup at this path/),
}

let directory: Temporary
let file: string
beforeEach(() => {
  directory = temporaryDirectory()
  file = directory.path('doorkit.db')
})
afterEach(() => directory.remove())

const listFiles = () => readdirSync(directory.path('.')).sort()

function removeFiles(): void {
  for (const ending of ['', '-wal', '-shm']) rmSync(`${file}${ending}`, { force: true })
}

async function openStore() {
  const store = sqliteStore({ file })
  await store.migrate(plan)
  let written = 0
  const insert = (id = `n${written++}`) =>
    store.commit([{ op: 'insert', in: 'notes', row: { id, columns: {}, data: 'kept' } }])
  await insert('first')
  return { store, insert }
}

describe('a store whose file was deleted', () => {
  test('refuses reads and writes, is not ready, and creates no new file in its place', async () => {
    const { store, insert } = await openStore()
    removeFiles()
    await expect(insert()).rejects.toMatchObject(unavailable)
    await expect(store.ping()).rejects.toMatchObject(unavailable)
    await expect(store.get([{ in: 'notes', id: 'first' }])).rejects.toMatchObject(unavailable)
    await store.close()
    expect(listFiles()).toEqual([])
  })

  test('serves again after its file has its name again', async () => {
    const { store, insert } = await openStore()
    renameSync(file, `${file}.away`)
    await expect(insert()).rejects.toMatchObject(unavailable)
    renameSync(`${file}.away`, file)
    await insert('second')
    expect(await store.get([{ in: 'notes', id: 'second' }])).toMatchObject([{ data: 'kept' }])
    await store.close()
  })

  test('refuses reads and writes while its path cannot be looked up, and serves again after that', async () => {
    const { store, insert } = await openStore()
    renameSync(file, `${file}.away`)
    symlinkSync(file, file)
    await expect(insert()).rejects.toMatchObject(unavailable)
    await expect(store.get([{ in: 'notes', id: 'first' }])).rejects.toMatchObject(unavailable)
    rmSync(file)
    renameSync(`${file}.away`, file)
    await insert('second')
    await store.close()
  })

  test('refuses a scrub, also if its file was replaced during the scrub', async () => {
    const { store } = await openStore()
    const scrub = store.scrub?.()
    renameSync(file, `${file}.away`)
    copyFileSync(`${file}.away`, file)
    await expect(scrub).rejects.toMatchObject(unavailable)
    await expect(store.scrub?.()).rejects.toMatchObject(unavailable)
    renameSync(`${file}.away`, file)
    await store.scrub?.()
    await store.close()
  })

  test('leaves another file of the same name unchanged', async () => {
    const { store, insert } = await openStore()
    removeFiles()
    writeFileSync(file, 'of somebody else')
    await expect(insert()).rejects.toMatchObject(unavailable)
    await store.close()
    expect(listFiles()).toEqual(['doorkit.db'])
    expect(readFileSync(file, 'utf8')).toBe('of somebody else')
  })

  test('does not create the file again with the thread that moves the log', async () => {
    const db = new DatabaseSync(file)
    db.exec('pragma journal_mode = wal; create table notes (text)')
    const checkpoints = createCheckpoints(db, file)
    removeFiles()
    for (let count = 0; count < 500; count += 1) checkpoints.count(1, 0)
    await checkpoints.close()
    expect(listFiles()).toEqual([])
    db.close()
  })

  test('refuses reads at most a second after the deletion', () => {
    writeFileSync(file, '')
    let now = 0
    const opened = rememberFile(file, () => now)
    renameSync(file, directory.path('away'))
    now = 999
    expect(opened.refusal(1_000)).toBeUndefined()
    now = 1_000
    expect(opened.refusal(1_000)).toMatchObject(unavailable)
    writeFileSync(file, 'another one')
    expect(opened.refusal(1_000)).toMatchObject(unavailable)
  })
})
