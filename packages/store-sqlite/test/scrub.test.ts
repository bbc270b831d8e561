import { existsSync, readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { SchemaPlan } from '@doorkit/server/store'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sqliteStore } from '../src/index.ts'
import { type Temporary, temporaryDirectory } from './temporary.ts'

const plan: SchemaPlan = { collections: [{ name: 'notes', keys: { at: 'integer' }, indexes: [] }] }
const secret = 'a word that is nowhere else'

let directory: Temporary
let file: string

beforeEach(() => {
  directory = temporaryDirectory()
  file = directory.path('doorkit.db')
})

afterEach(() => directory.remove())

function bytes(): string {
  return [file, `${file}-wal`]
    .filter((path) => existsSync(path))
    .map((path) => readFileSync(path, 'latin1'))
    .join('')
}

/** A store that wrote the secret, and removed it. */
async function storeThatRemoved(busyTimeoutMs?: number) {
  const store = sqliteStore({ file, busyTimeoutMs })
  await store.migrate(plan)
  await store.commit([{ op: 'insert', in: 'notes', row: { id: 'a', keys: {}, data: secret } }])
  await store.commit([{ op: 'remove', in: 'notes', id: 'a' }])
  return store
}

describe('scrubbing', () => {
  test('leaves nothing that was removed in the file or its log', async () => {
    const store = await storeThatRemoved()
    expect(bytes()).toContain(secret)
    await store.scrub?.()
    expect(bytes()).not.toContain(secret)
    await store.close()
  })

  test('rejects with busy while another process reads, and works after that', async () => {
    const store = await storeThatRemoved(50)
    const other = new DatabaseSync(file)
    other.exec('begin')
    other.prepare('select count(*) from doorkit_notes').get()
    await store.commit([{ op: 'insert', in: 'notes', row: { id: 'b', keys: {}, data: null } }])
    await expect(store.scrub?.()).rejects.toMatchObject({ name: 'StoreError', code: 'busy' })
    other.exec('commit')
    await store.scrub?.()
    expect(bytes()).not.toContain(secret)
    other.close()
    await store.close()
  })

  test('has nothing to do in memory', async () => {
    const store = sqliteStore({ file: ':memory:' })
    expect(store.scrub).toBeTypeOf('function')
    await store.scrub?.()
    await store.close()
  })
})
