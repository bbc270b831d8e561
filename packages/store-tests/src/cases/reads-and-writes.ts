import assert from 'node:assert/strict'
import {
  idsOf,
  inNotes,
  isStoreError,
  note,
  onNotes,
  onUnmigrated,
  put,
  read,
  readExisting,
  workspace,
} from '../notes-collection.ts'
import type { StoreCase } from '../store-case.ts'

/** Reads of rows, and the effect of each kind of step. */
export const readsAndWrites: readonly StoreCase[] = [
  onNotes(
    'an inserted row is read back with revision 1 and every column of its collection',
    async (store) => {
      await put(store, note('n1', { email: 'ada@example.com', count: 3 }, { a: 1 }))
      assert.deepEqual(await read(store, 'n1'), {
        id: 'n1',
        rev: 1,
        columns: {
          workspace: 'ws_1',
          at: 0,
          status: null,
          email: 'ada@example.com',
          handle: null,
          count: 3,
          due: null,
          lease: null,
        },
        data: { a: 1 },
      })
    },
  ),
  onNotes(
    'get returns one entry for each reference, in order, and null for a missing row',
    async (store) => {
      await put(store, note('a'), note('b'), note('c'))
      const refs = ['c', 'missing', 'a', 'c', 'b'].map((id) => ({ ...inNotes, id }))
      assert.deepEqual(idsOf(await store.get(refs)), ['c', undefined, 'a', 'c', 'b'])
      assert.deepEqual(await store.get([]), [])
    },
  ),
  onUnmigrated('one get can read several collections', async (store) => {
    const plan = (name: string) => ({ name, columns: {}, indexes: [] })
    await store.migrate({ collections: [plan('left'), plan('right')] })
    const insert = (name: string, data: unknown) =>
      ({ op: 'insert', in: name, row: { id: 'same', columns: {}, data } }) as const
    await put(store, insert('left', 'L'), insert('right', 'R'))
    const rows = await store.get([
      { in: 'right', id: 'same' },
      { in: 'left', id: 'same' },
      { in: 'right', id: 'other' },
    ])
    assert.deepEqual(
      rows.map((row) => row?.data),
      ['R', 'L', undefined],
    )
  }),
  onNotes('one get can read 2,000 rows', async (store) => {
    const ids = Array.from({ length: 2_000 }, (_, at) => `n${at}`)
    await put(store, ...ids.map((id) => note(id)))
    assert.deepEqual(idsOf(await store.get(ids.map((id) => ({ ...inNotes, id })))), ids)
  }),
  onNotes('an insert with a revision keeps it, and the next change adds 1', async (store) => {
    await put(store, {
      op: 'insert',
      in: 'notes',
      row: { id: 'n1', rev: 7, columns: { workspace, at: 0 }, data: {} },
    })
    assert.equal((await readExisting(store, 'n1')).rev, 7)
    await put(store, { op: 'patch', ...inNotes, id: 'n1', ifRev: 7, set: { at: 1 } })
    assert.equal((await readExisting(store, 'n1')).rev, 8)
  }),
  onNotes(
    'a patch changes only the columns that it names, and adds 1 to the revision',
    async (store) => {
      await put(store, note('n1', { status: 'open', count: 5 }, { kept: true }))
      await put(store, {
        op: 'patch',
        ...inNotes,
        id: 'n1',
        set: { status: null, at: 7 },
        add: { count: -2 },
      })
      const row = await readExisting(store, 'n1')
      assert.equal(row.rev, 2)
      assert.deepEqual(row.data, { kept: true })
      assert.equal(row.columns.status, null)
      assert.equal(row.columns.at, 7)
      assert.equal(row.columns.count, 3)
      assert.equal(row.columns.workspace, 'ws_1')
    },
  ),
  onNotes('a patch with a document replaces the old one, even with null', async (store) => {
    await put(store, note('n1', {}, { first: 1 }))
    await put(store, { op: 'patch', ...inNotes, id: 'n1', data: { second: 2 } })
    assert.deepEqual((await readExisting(store, 'n1')).data, { second: 2 })
    await put(store, { op: 'patch', ...inNotes, id: 'n1', data: undefined })
    assert.deepEqual((await readExisting(store, 'n1')).data, { second: 2 })
    await put(store, { op: 'patch', ...inNotes, id: 'n1', data: null })
    const row = await readExisting(store, 'n1')
    assert.equal(row.data, null)
    assert.equal(row.rev, 4)
  }),
  onNotes('a patch adds to a null column as if it were 0', async (store) => {
    await put(store, note('n1'))
    await put(store, { op: 'patch', ...inNotes, id: 'n1', add: { count: -4 } })
    assert.equal((await readExisting(store, 'n1')).columns.count, -4)
  }),
  onNotes('a sum beyond the safe integers is refused, and the row is unchanged', async (store) => {
    await put(store, note('n1', { count: Number.MAX_SAFE_INTEGER }))
    const before = await readExisting(store, 'n1')
    const overflow = { op: 'patch', ...inNotes, id: 'n1', add: { count: 1 } } as const
    await assert.rejects(store.commit([overflow]), isStoreError('invalid_query'))
    await assert.rejects(
      store.updateMany({ in: 'notes', where: [], limit: 1 }, { add: { count: 1 } }),
      isStoreError('invalid_query'),
    )
    assert.deepEqual(await readExisting(store, 'n1'), before)
  }),
  onNotes('a removed row is gone, and its id starts again at revision 1', async (store) => {
    await put(store, note('n1'))
    await put(store, { op: 'patch', ...inNotes, id: 'n1' })
    await put(store, { op: 'remove', ...inNotes, id: 'n1' })
    assert.equal(await read(store, 'n1'), null)
    await put(store, note('n1'))
    assert.equal((await readExisting(store, 'n1')).rev, 1)
  }),
  onNotes('a step sees the changes of earlier steps of its commit', async (store) => {
    const counting = (count: number) =>
      ({
        op: 'check',
        ...inNotes,
        id: 'n1',
        exists: true,
        when: [{ column: 'count', op: 'eq', value: count }],
      }) as const
    await put(
      store,
      note('n1', { email: 'a@example.com', count: 1 }),
      counting(1),
      { op: 'patch', ...inNotes, id: 'n1', ifRev: 1, add: { count: 1 } },
      counting(2),
      { op: 'patch', ...inNotes, id: 'n1', ifRev: 2, add: { count: 1 } },
      counting(3),
      { op: 'check', ...inNotes, id: 'n1', exists: true, ifRev: 3 },
      { op: 'patch', ...inNotes, id: 'n1', set: { email: null } },
      note('n2', { email: 'a@example.com' }),
      { op: 'remove', ...inNotes, id: 'n1' },
      { op: 'check', ...inNotes, id: 'n1', exists: false },
    )
    assert.equal(await read(store, 'n1'), null)
    assert.equal((await readExisting(store, 'n2')).columns.email, 'a@example.com')
  }),
  onUnmigrated('a commit without steps succeeds', async (store) => {
    assert.deepEqual(await store.commit([]), { ok: true })
  }),
  onNotes('the store shares no object with its caller', async (store) => {
    const data = { list: [1] }
    const columns: Record<string, string | number> = { workspace: 'ws_1', at: 1 }
    await put(store, {
      op: 'insert',
      in: 'notes',
      row: { id: 'n1', columns, data },
    })
    data.list.push(2)
    columns.at = 2
    for (const row of [await read(store, 'n1'), await read(store, 'n1')]) {
      assert.ok(row)
      assert.deepEqual(row.data, { list: [1] })
      assert.equal(row.columns.at, 1)
      Object.assign(row.columns, { at: 9 })
      Object.assign(row.data as object, { list: 'gone' })
    }
    assert.deepEqual((await readExisting(store, 'n1')).data, { list: [1] })
  }),
]
