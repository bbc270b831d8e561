import assert from 'node:assert/strict'
import type { WriteOp } from '@doorkit/store'
import { inNotes, note, onNotes, put, read, readExisting, resultOf } from '../notes-collection.ts'
import type { StoreCase } from '../store-case.ts'

/** Guards: a commit that loses a race says so in its result and writes nothing. */
export const guards: readonly StoreCase[] = [
  onNotes('a guard with ifRev accepts only the current revision', async (store) => {
    await put(store, note('n1'))
    const patch = (ifRev: number): WriteOp => ({ op: 'patch', ...inNotes, id: 'n1', ifRev })
    const remove = (ifRev: number): WriteOp => ({ op: 'remove', ...inNotes, id: 'n1', ifRev })
    assert.equal(resultOf(await store.commit([patch(2)])), 'guard')
    assert.equal(resultOf(await store.commit([patch(1)])), 'ok')
    assert.equal(resultOf(await store.commit([patch(1)])), 'guard')
    assert.equal(resultOf(await store.commit([remove(1)])), 'guard')
    assert.equal(resultOf(await store.commit([remove(2)])), 'ok')
  }),
  onNotes('the filter `when` is compared with the row as it was before the step', async (store) => {
    await put(store, note('n1', { status: 'open', count: 2 }))
    const close = {
      op: 'patch',
      ...inNotes,
      id: 'n1',
      when: [
        { column: 'status', op: 'eq', value: 'open' },
        { column: 'count', op: 'gte', value: 2 },
        { column: 'lease', op: 'isNull', value: true },
      ],
      set: { status: 'closed', lease: 'me' },
    } as const
    assert.equal(resultOf(await store.commit([close])), 'ok')
    assert.equal(resultOf(await store.commit([close])), 'guard')
    const removeOpen = {
      op: 'remove',
      ...inNotes,
      id: 'n1',
      when: [{ column: 'status', op: 'eq', value: 'open' }],
    } as const
    assert.equal(resultOf(await store.commit([removeOpen])), 'guard')
    assert.equal((await readExisting(store, 'n1')).rev, 2)
  }),
  onNotes('a patch or removal of a missing row has the result guard', async (store) => {
    const patch = { op: 'patch', ...inNotes, id: 'gone', set: { count: 1 } } as const
    assert.equal(resultOf(await store.commit([patch])), 'guard')
    const remove = { op: 'remove', ...inNotes, id: 'gone' } as const
    assert.equal(resultOf(await store.commit([remove])), 'guard')
  }),
  onNotes(
    'the op `check` requires that a row exists, has a revision, matches a filter or is missing',
    async (store) => {
      await put(store, note('n1', { status: 'open' }))
      const whereOpen = [{ column: 'status', op: 'eq', value: 'open' }] as const
      const whereClosed = [{ column: 'status', op: 'eq', value: 'closed' }] as const
      const checks = [
        [{ id: 'n1', exists: true }, 'ok'],
        [{ id: 'n1', exists: false }, 'guard'],
        [{ id: 'n2', exists: true }, 'guard'],
        [{ id: 'n2', exists: false }, 'ok'],
        [{ id: 'n1', exists: true, ifRev: 1 }, 'ok'],
        [{ id: 'n1', exists: true, ifRev: 2 }, 'guard'],
        [{ id: 'n1', exists: true, when: whereOpen }, 'ok'],
        [{ id: 'n1', exists: true, when: whereClosed }, 'guard'],
        [{ id: 'n1', exists: true, ifRev: 1, when: whereOpen }, 'ok'],
        [{ id: 'n1', exists: false, when: whereClosed }, 'ok'],
        [{ id: 'n1', exists: false, when: whereOpen }, 'guard'],
      ] as const
      for (const [check, expected] of checks) {
        const result = await store.commit([{ op: 'check', ...inNotes, ...check }])
        assert.equal(resultOf(result), expected, JSON.stringify(check))
      }
      assert.equal((await readExisting(store, 'n1')).rev, 1)
    },
  ),
  onNotes('when a guard fails in step 3 of 5, nothing of the commit is written', async (store) => {
    await put(store, note('n1', { count: 1 }), note('n2', { count: 1 }))
    const before = await store.get([
      { ...inNotes, id: 'n1' },
      { ...inNotes, id: 'n2' },
    ])
    const result = await store.commit([
      note('n3'),
      { op: 'patch', ...inNotes, id: 'n1', add: { count: 1 } },
      { op: 'patch', ...inNotes, id: 'n2', ifRev: 9, add: { count: 1 } },
      { op: 'remove', ...inNotes, id: 'n2' },
      note('n4'),
    ])
    assert.deepEqual(result, { ok: false, reason: 'guard' })
    const ids = ['n1', 'n2', 'n3', 'n4']
    const after = await store.get(ids.map((id) => ({ ...inNotes, id })))
    assert.deepEqual(after, [...before, null, null])
    assert.equal(resultOf(await store.commit([note('n3')])), 'ok', 'the id is still free')
  }),
  onNotes('exactly one of 20 parallel patches of the same revision succeeds', async (store) => {
    await put(store, note('n1'))
    const results = await Promise.all(
      Array.from({ length: 20 }, async (_, at) =>
        resultOf(
          await store.commit([
            { op: 'patch', ...inNotes, id: 'n1', ifRev: 1, set: { status: `by ${at}` } },
            note(`log${at}`),
          ]),
        ),
      ),
    )
    assert.equal(results.filter((result) => result === 'ok').length, 1)
    assert.equal(results.filter((result) => result === 'guard').length, 19)
    const winner = results.indexOf('ok')
    assert.equal((await readExisting(store, 'n1')).columns.status, `by ${winner}`)
    assert.equal((await readExisting(store, 'n1')).rev, 2)
    const logs = await Promise.all(results.map((_, at) => read(store, `log${at}`)))
    assert.deepEqual(
      logs.flatMap((row, at) => (row ? [at] : [])),
      [winner],
    )
  }),
  onNotes('none of 100 parallel additions is lost', async (store) => {
    await put(store, note('n1'))
    const add = { op: 'patch', ...inNotes, id: 'n1', add: { count: 1 } } as const
    await Promise.all(Array.from({ length: 100 }, () => put(store, add)))
    const row = await readExisting(store, 'n1')
    assert.equal(row.columns.count, 100)
    assert.equal(row.rev, 101)
  }),
]
