import assert from 'node:assert/strict'
import type { WriteOp } from '@doorkit/store'
import { inNotes, note, onNotes, put, read, readExisting, resultOf } from '../notes-collection.ts'
import type { StoreCase } from '../store-case.ts'

function ignoring(insert: WriteOp): WriteOp {
  return insert.op === 'insert' ? { ...insert, onConflict: 'ignore' } : insert
}

/** Conflicts over an id or a unique index. */
export const conflicts: readonly StoreCase[] = [
  onNotes(
    'a conflict names the index in which a value is taken, and differs from a guard',
    async (store) => {
      await put(store, note('n1', { email: 'a@example.com', handle: 'ada' }), note('n2'))
      const attempts = [
        [[note('n1')], 'conflict id'],
        [[note('n3', { email: 'a@example.com' })], 'conflict by_email'],
        [[note('n3', { handle: 'ada' })], 'conflict by_handle'],
        [[note('n3', { workspace: 'ws_2', email: 'a@example.com' })], 'ok'],
        [
          [{ op: 'patch', ...inNotes, id: 'n2', set: { email: 'a@example.com' } }],
          'conflict by_email',
        ],
        [[{ op: 'patch', ...inNotes, id: 'n2', ifRev: 9, set: { handle: 'ada' } }], 'guard'],
        [[{ op: 'patch', ...inNotes, id: 'n1', set: { handle: 'ada' } }], 'ok'],
      ] as const
      for (const [ops, expected] of attempts) {
        assert.equal(resultOf(await store.commit(ops)), expected, JSON.stringify(ops))
      }
    },
  ),
  onNotes('the first step that fails decides the result of a commit', async (store) => {
    await put(store, note('n1', { email: 'a@example.com' }))
    const guard = { op: 'check', ...inNotes, id: 'gone', exists: true } as const
    const conflict = note('n2', { email: 'a@example.com' })
    assert.equal(resultOf(await store.commit([guard, conflict])), 'guard')
    assert.equal(resultOf(await store.commit([conflict, guard])), 'conflict by_email')
  }),
  onNotes('a conflict undoes the steps before it', async (store) => {
    await put(store, note('n1', { email: 'a@example.com', count: 1 }))
    const result = await store.commit([
      note('n2'),
      { op: 'patch', ...inNotes, id: 'n1', add: { count: 1 } },
      note('n3', { email: 'a@example.com' }),
    ])
    assert.equal(resultOf(result), 'conflict by_email')
    assert.equal(await read(store, 'n2'), null)
    assert.equal((await readExisting(store, 'n1')).rev, 1)
  }),
  onNotes('rows with a null in a unique index never conflict', async (store) => {
    await put(store, note('n1', { email: null }), note('n2', { email: null }), note('n3'))
  }),
  onNotes('a unique value is free again when its row no longer has it', async (store) => {
    await put(store, note('n1', { email: 'a@example.com' }))
    await put(store, { op: 'patch', ...inNotes, id: 'n1', set: { email: 'b@example.com' } })
    await put(store, note('n2', { email: 'a@example.com' }))
    await put(store, { op: 'remove', ...inNotes, id: 'n2' })
    await put(store, note('n3', { email: 'a@example.com' }))
    assert.equal(
      resultOf(await store.commit([note('n4', { email: 'b@example.com' })])),
      'conflict by_email',
    )
  }),
  onNotes('a commit that failed leaves its unique values free', async (store) => {
    const failing = { op: 'check', ...inNotes, id: 'gone', exists: true } as const
    const result = await store.commit([note('n1', { email: 'a@example.com' }), failing])
    assert.equal(resultOf(result), 'guard')
    await put(store, note('n2', { email: 'a@example.com' }))
  }),
  onNotes(
    'an insert that ignores conflicts is skipped if its id or a unique value is taken, and the other steps apply',
    async (store) => {
      await put(store, note('n1', { email: 'a@example.com' }, 'first'))
      await put(
        store,
        ignoring(note('n1', {}, 'second')),
        ignoring(note('n2', { email: 'a@example.com' })),
        ignoring(note('n3', { email: 'c@example.com' })),
      )
      assert.deepEqual((await readExisting(store, 'n3')).columns.email, 'c@example.com')
      const first = await readExisting(store, 'n1')
      assert.equal(first.data, 'first')
      assert.equal(first.rev, 1)
      assert.equal(await read(store, 'n2'), null)
    },
  ),
  onNotes('exactly one of 20 parallel inserts of one unique value succeeds', async (store) => {
    const results = await Promise.all(
      Array.from({ length: 20 }, async (_, at) =>
        resultOf(await store.commit([note(`n${at}`, { email: 'a@example.com' })])),
      ),
    )
    assert.equal(results.filter((result) => result === 'ok').length, 1)
    assert.equal(results.filter((result) => result === 'conflict by_email').length, 19)
  }),
]
