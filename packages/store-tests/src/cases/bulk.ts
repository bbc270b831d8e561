import assert from 'node:assert/strict'
import {
  inWorkspace,
  isStoreError,
  listNotes,
  note,
  onNotes,
  put,
  read,
} from '../notes-collection.ts'
import type { StoreCase } from '../store-case.ts'

const whereOpen = { column: 'status', op: 'eq', value: 'open' } as const

/** updateMany and deleteMany, which work in bounded steps. */
export const bulk: readonly StoreCase[] = [
  onNotes('repeated calls of updateMany change every matching row once', async (store) => {
    const ids = Array.from({ length: 25 }, (_, at) => `n${at}`)
    await put(store, ...ids.map((id) => note(id, { status: 'open' })), note('kept'))
    const query = { in: 'notes', where: [inWorkspace, whereOpen], limit: 10 }
    const patch = { set: { status: 'closed' }, add: { count: 2 } }
    const steps = [
      await store.updateMany(query, patch),
      await store.updateMany(query, patch),
      await store.updateMany(query, patch),
    ]
    assert.deepEqual(steps, [
      { changed: 10, more: true },
      { changed: 10, more: true },
      { changed: 5, more: false },
    ])
    assert.deepEqual(await store.updateMany(query, patch), { changed: 0, more: false })
    const rows = (await listNotes(store)).filter((row) => row.id !== 'kept')
    assert.equal(rows.length, 25)
    for (const row of rows) {
      assert.equal(row.columns.status, 'closed')
      assert.equal(row.columns.count, 2)
      assert.equal(row.rev, 2)
      assert.deepEqual(row.data, { id: row.id })
    }
    assert.equal((await read(store, 'kept'))?.rev, 1)
  }),
  onNotes('repeated calls of deleteMany remove every matching row', async (store) => {
    const ids = Array.from({ length: 23 }, (_, at) => `n${at}`)
    await put(store, ...ids.map((id) => note(id, { status: 'open' })), note('kept'))
    const query = { in: 'notes', where: [inWorkspace, whereOpen], limit: 10 }
    let changed = 0
    let steps = 0
    for (let more = true; more; steps += 1) {
      const step = await store.deleteMany(query)
      changed += step.changed
      more = step.more
      assert.ok(steps < 4, 'deleteMany never ends')
    }
    assert.equal(changed, 23)
    assert.equal((await listNotes(store)).length, 1)
    await put(store, note('n1', { status: 'open' }))
  }),
  onNotes('parallel deleteMany calls count every row once', async (store) => {
    const ids = Array.from({ length: 60 }, (_, at) => `n${at}`)
    await put(store, ...ids.map((id) => note(id)))
    const steps = await Promise.all(
      Array.from({ length: 8 }, () => store.deleteMany({ in: 'notes', where: [], limit: 10 })),
    )
    const counted = steps.reduce((sum, step) => sum + step.changed, 0)
    assert.equal(counted, 60 - (await listNotes(store)).length)
  }),
  onNotes(
    'an updateMany that would violate a unique index is refused, and changes nothing',
    async (store) => {
      await put(store, note('n1'), note('n2'), note('n3', { email: 'c@example.com' }))
      const query = { in: 'notes', where: [inWorkspace], limit: 10 }
      await assert.rejects(
        store.updateMany(query, { set: { email: 'a@example.com', status: 'changed' } }),
        isStoreError('invalid_query'),
      )
      const rows = await listNotes(store)
      assert.equal(rows.length, 3)
      for (const row of rows) assert.equal(row.rev, 1)
      const cleared = await store.updateMany(query, { set: { email: null } })
      assert.equal(cleared.changed, 3)
      await put(store, note('n4', { email: 'c@example.com' }))
    },
  ),
]
