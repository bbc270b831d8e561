import { DatabaseSync } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'
import type { SchemaPlan, Store } from '@doorkit/store'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sqliteStore } from '../src/index.ts'
import { type Temporary, temporaryDirectory } from './temporary.ts'

const plan: SchemaPlan = { collections: [{ name: 'notes', columns: {}, indexes: [] }] }

function insert(id: string) {
  return { op: 'insert', in: 'notes', row: { id, columns: {}, data: null } } as const
}

describe('while another connection writes', () => {
  let directory: Temporary
  let other: DatabaseSync
  let store: Store

  beforeEach(async () => {
    directory = temporaryDirectory()
    const file = directory.path('doorkit.db')
    store = sqliteStore({ file, busyTimeoutMs: 200 })
    await store.migrate(plan)
    await store.commit([insert('before')])
    other = new DatabaseSync(file)
    other.exec('begin immediate')
  })

  afterEach(async () => {
    await store.close()
    other.close()
    directory.remove()
  })

  test('reads continue', async () => {
    expect(await store.get([{ in: 'notes', id: 'before' }])).toMatchObject([{ rev: 1 }])
  })

  test('writes are refused as unavailable after the timeout, and have not happened', async () => {
    const onePoint = { key: 'k', limit: 1, windowMs: 1, now: 0, points: 1 }
    const writes = [
      store.commit([insert('n1')]),
      store.commit([insert('n1'), insert('n2')]),
      store.deleteMany({ in: 'notes', where: [], limit: 5 }),
      store.consume(onePoint),
    ]
    for (const write of writes) {
      await expect(write).rejects.toMatchObject({ name: 'StoreError', code: 'unavailable' })
    }
    other.exec('rollback')
    const refs = ['before', 'n1', 'n2'].map((id) => ({ in: 'notes', id }))
    expect(await store.get(refs)).toMatchObject([{ rev: 1 }, null, null])
    expect(await store.consume(onePoint)).toMatchObject({ allowed: true })
  })

  test('a waiting write delays no other work, and succeeds when the file is free', async () => {
    const write = store.commit([insert('n1'), insert('n2')])
    let ticks = 0
    while (ticks < 1_000) {
      await setImmediate()
      ticks += 1
    }
    expect(await store.get([{ in: 'notes', id: 'n1' }])).toEqual([null])
    other.exec('commit')
    expect(await write).toMatchObject({ ok: true })
  })

  test('close waits for a waiting write', async () => {
    const write = store.commit([insert('n1')])
    const closing = store.close()
    other.exec('commit')
    expect(await write).toMatchObject({ ok: true })
    await closing
  })
})

test('a file that another connection keeps locked is refused as busy, and can be opened when it is free', () => {
  const directory = temporaryDirectory()
  const file = directory.path('doorkit.db')
  const other = new DatabaseSync(file)
  other.exec('create table t (a); begin exclusive')
  expect(() => sqliteStore({ file, busyTimeoutMs: 50 })).toThrow(
    expect.objectContaining({ name: 'StoreError', code: 'busy' }),
  )
  other.exec('commit')
  const store = sqliteStore({ file, busyTimeoutMs: 50 })
  expect(store.ping).toBeTypeOf('function')
  other.close()
  directory.remove()
  return store.close()
})
