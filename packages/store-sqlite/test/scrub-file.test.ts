import { existsSync, readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'
import type { SchemaPlan, WriteOp } from '@doorkit/store'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sqliteStore } from '../src/index.ts'
import { type Temporary, temporaryDirectory } from './temporary.ts'

const plan: SchemaPlan = {
  collections: [{ name: 'notes', columns: { at: 'integer' }, indexes: [] }],
}
const secret = 'a word that is nowhere else'

let directory: Temporary
let file: string

beforeEach(() => {
  directory = temporaryDirectory()
  file = directory.path('doorkit.db')
})

afterEach(() => directory.remove())

function readBytes(): string {
  return [file, `${file}-wal`]
    .filter((path) => existsSync(path))
    .map((path) => readFileSync(path, 'latin1'))
    .join('')
}

/** A store that wrote the secret, and removed it. */
async function storeThatRemoved(busyTimeoutMs?: number) {
  const store = sqliteStore({ file, busyTimeoutMs })
  await store.migrate(plan)
  await store.commit([{ op: 'insert', in: 'notes', row: { id: 'a', columns: {}, data: secret } }])
  await store.commit([{ op: 'remove', in: 'notes', id: 'a' }])
  return store
}

/**
 * Changes, removes and adds rows until SQLite has moved rows between pages, then erases the secret and
 * scrubs.
 */
async function writeEraseAndScrub(vacuumMaxBytes?: number) {
  const store = sqliteStore({ file, vacuumMaxBytes })
  await store.migrate(plan)
  let state = 1
  const below = (limit: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff
    return (state >>> 8) % limit
  }
  const ids: string[] = []
  const text = (id: string) =>
    (id.startsWith('secret') ? `${secret} ` : 'others ').repeat(1 + below(2 ** below(8)))
  for (let step = 0; step < 60; step += 1) {
    const ops: WriteOp[] = []
    for (let row = 0; row < 20; row += 1) {
      const id = `${below(3) === 0 ? 'secret' : 'other'}-${step}-${row}`
      ids.push(id)
      ops.push({ op: 'insert', in: 'notes', row: { id, columns: {}, data: text(id) } })
    }
    for (let change = 0; change < 20; change += 1) {
      const id = ids[below(ids.length)] ?? ''
      ops.push({ op: 'patch', in: 'notes', id, data: text(id) })
    }
    for (const id of ids.splice(below(ids.length), 5)) ops.push({ op: 'remove', in: 'notes', id })
    await store.commit(ops)
  }
  const erased = ids.filter((id) => id.startsWith('secret'))
  await store.commit(erased.map((id) => ({ op: 'patch', in: 'notes', id, data: null })))
  await store.scrub?.()
  return { store, others: ids.filter((id) => id.startsWith('other')) }
}

describe('a scrub', () => {
  test('leaves nothing in the file or its log that was removed', async () => {
    const store = await storeThatRemoved()
    expect(readBytes().includes(secret)).toBe(true)
    await store.scrub?.()
    expect(readBytes().includes(secret)).toBe(false)
    await store.close()
  })

  test('leaves nothing in the unused bytes of pages between which rows were moved', async () => {
    const { store, others } = await writeEraseAndScrub()
    expect(readBytes().includes(secret)).toBe(false)
    const rows = await store.get(others.map((id) => ({ in: 'notes', id })))
    expect(rows.filter((row) => row !== null)).toHaveLength(others.length)
    await store.close()
  })

  test('does not rewrite a database that is larger than vacuumMaxBytes', async () => {
    const { store } = await writeEraseAndScrub(100_000)
    expect(readBytes().includes(secret)).toBe(true)
    await store.close()
    const whole = sqliteStore({ file, vacuumMaxBytes: Number.POSITIVE_INFINITY })
    await whole.scrub?.()
    expect(readBytes().includes(secret)).toBe(false)
    await whole.close()
  })

  test('never rewrites a database that the host opened', async () => {
    const { store } = await writeEraseAndScrub(0)
    await store.close()
    const db = new DatabaseSync(file)
    await sqliteStore({ db }).scrub?.()
    expect(readBytes().includes(secret)).toBe(true)
    db.close()
  })

  test('lets other connections continue after the rewrite of the database', async () => {
    const { store, others } = await writeEraseAndScrub(0)
    await store.close()
    const scrubbing = sqliteStore({ file })
    const other = new DatabaseSync(file)
    const count = other.prepare('select count(*) as found from doorkit_notes')
    const before = count.get()
    await scrubbing.scrub?.()
    expect(count.get()).toEqual(before)
    other.exec('delete from doorkit_notes')
    await scrubbing.migrate(plan)
    expect(await scrubbing.get([{ in: 'notes', id: others[0] ?? '' }])).toEqual([null])
    expect(other.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' })
    other.close()
    await scrubbing.close()
  })

  test('runs twice for twenty simultaneous requests and twenty more while it runs', async () => {
    const store = await storeThatRemoved()
    const other = new DatabaseSync(file)
    const version = () => Number(other.prepare('pragma schema_version').get()?.schema_version)
    const before = version()
    const twenty = () => Array.from({ length: 20 }, () => store.scrub?.())
    const first = twenty()
    while (version() === before) await setImmediate()
    await Promise.all([...first, ...twenty()])
    expect(version() - before).toBe(2)
    other.close()
    await store.close()
  })

  test('that is requested right after another one leaves nothing that was removed in between', async () => {
    const store = await storeThatRemoved()
    await store.commit([{ op: 'insert', in: 'notes', row: { id: 'b', columns: {}, data: secret } }])
    const first = store.scrub?.()
    await store.commit([{ op: 'remove', in: 'notes', id: 'b' }])
    await store.scrub?.()
    expect(readBytes().includes(secret)).toBe(false)
    await first
    await store.close()
  })

  test('rejects with busy while another connection reads, and works after that', async () => {
    const store = await storeThatRemoved(50)
    const other = new DatabaseSync(file)
    other.exec('begin')
    other.prepare('select count(*) from doorkit_notes').get()
    await store.commit([{ op: 'insert', in: 'notes', row: { id: 'b', columns: {}, data: null } }])
    await expect(store.scrub?.()).rejects.toMatchObject({ name: 'StoreError', code: 'busy' })
    other.exec('commit')
    await store.scrub?.()
    expect(readBytes().includes(secret)).toBe(false)
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
