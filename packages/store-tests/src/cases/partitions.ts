import assert from 'node:assert/strict'
import type { CollectionPlan, Ref, Store, WriteOp } from '@doorkit/store'
import {
  claimNotes,
  idsOf,
  inNotes,
  inWorkspace,
  isStoreError,
  note,
  notes,
  onNotes,
  onUnmigrated,
  put,
  resultOf,
} from '../notes-collection.ts'
import type { StoreCase } from '../store-case.ts'

const apiKeys: CollectionPlan = {
  name: 'api_keys',
  columns: { workspace: 'text', digest: 'text' },
  indexes: [{ name: 'by_digest', on: ['digest'], unique: true }],
}
const apiKey = (id: string, digest: string): WriteOp => ({
  op: 'insert',
  in: 'api_keys',
  row: { id, columns: { workspace: 'ws_1', digest }, data: null },
})
const here = { ...inNotes, id: 'n1' } as const
const there = { in: 'notes', partition: 'ws_2', id: 'n1' } as const

async function counts(store: Store, ...refs: readonly Ref[]): Promise<unknown[]> {
  return (await store.get(refs)).map((row) => row?.columns.count)
}

/** Partitions, which separate the rows of workspaces. */
export const partitions: readonly StoreCase[] = [
  onNotes('rows with the same id in two partitions are two rows', async (store) => {
    await put(store, note('n1', { count: 1 }), note('n1', { workspace: 'ws_2', count: 2 }))
    assert.deepEqual(await counts(store, there, here, there), [2, 1, 2])
    await put(store, { op: 'patch', ...there, ifRev: 1, add: { count: 5 } })
    assert.deepEqual(await counts(store, here, there), [1, 7])
    await put(store, { op: 'remove', ...here }, { op: 'check', ...there, exists: true, ifRev: 2 })
    assert.deepEqual(await counts(store, here, there), [undefined, 7])
    assert.equal(resultOf(await store.commit([note('n1', { workspace: 'ws_2' })])), 'conflict id')
  }),
  onNotes('a row of another partition is not found', async (store) => {
    await put(store, note('n1'))
    assert.deepEqual(await store.get([there]), [null])
    const attempts: WriteOp[] = [
      { op: 'patch', ...there, set: { count: 1 } },
      { op: 'remove', ...there },
      { op: 'check', ...there, exists: true },
    ]
    for (const op of attempts) assert.equal(resultOf(await store.commit([op])), 'guard')
    assert.equal(resultOf(await store.commit([{ op: 'check', ...there, exists: false }])), 'ok')
  }),
  onNotes(
    'a list of all partitions neither skips nor repeats rows with the same id',
    async (store) => {
      const workspaces = ['ws_1', 'ws_2', 'ws_3']
      const ids = ['a', 'b']
      for (const workspace of workspaces) {
        await put(store, ...ids.map((id) => note(id, { workspace, due: 5 })))
      }
      for (const dir of ['asc', 'desc'] as const) {
        const seen: unknown[] = []
        let after: (string | number)[] | undefined
        for (;;) {
          const query = { in: 'notes', index: 'by_due', where: [], dir, limit: 1, after } as const
          const [row] = await store.list(query)
          if (!row) break
          const { due, workspace } = row.columns
          seen.push([workspace, row.id])
          after = [Number(due), String(workspace), row.id]
        }
        const all = workspaces.flatMap((workspace) => ids.map((id) => [workspace, id]))
        assert.deepEqual(seen, dir === 'asc' ? all : all.reverse())
      }
    },
  ),
  onNotes(
    'updateMany, deleteMany and claim apply to rows of one partition, or of all',
    async (store) => {
      for (const workspace of ['ws_1', 'ws_2']) {
        await put(store, note('a', { workspace, due: 1 }), note('b', { workspace, due: 2 }))
      }
      const claim = { now: 9, leaseMs: 10, limit: 3 }
      const own = await claimNotes(store, { ...claim, token: 't1', where: [inWorkspace] })
      assert.deepEqual(idsOf(own), ['a', 'b'])
      const others = await claimNotes(store, { ...claim, token: 't2' })
      assert.deepEqual(
        others.map(({ id, columns: { workspace } }) => [workspace, id]),
        [
          ['ws_2', 'a'],
          ['ws_2', 'b'],
        ],
      )
      const one = { in: 'notes', where: [inWorkspace], limit: 10 }
      assert.equal((await store.updateMany(one, { set: { count: 1 } })).changed, 2)
      assert.equal((await store.deleteMany(one)).changed, 2)
      const all = {
        in: 'notes',
        where: [{ column: 'id', op: 'eq', value: 'a' }],
        limit: 10,
      } as const
      assert.equal((await store.updateMany(all, { set: { count: 1 } })).changed, 1)
      assert.equal((await store.deleteMany({ ...all, where: [] })).changed, 2)
    },
  ),
  onUnmigrated('rows of a collection without a partition are found by their ids', async (store) => {
    await store.migrate({ collections: [notes, apiKeys] })
    await put(store, apiKey('k1', 'one'), apiKey('k2', 'two'), note('k1'))
    const rows = await store.get([
      { in: 'api_keys', id: 'k2' },
      { ...inNotes, id: 'k1' },
      { in: 'api_keys', id: 'k1' },
    ])
    assert.deepEqual(
      rows.map((row) => row?.columns.digest),
      ['two', undefined, 'one'],
    )
    assert.equal(resultOf(await store.commit([apiKey('k1', 'three')])), 'conflict id')
    assert.equal(resultOf(await store.commit([apiKey('k3', 'one')])), 'conflict by_digest')
    await put(
      store,
      { op: 'patch', in: 'api_keys', id: 'k1', ifRev: 1, set: { workspace: 'ws_2' } },
      { op: 'remove', in: 'api_keys', id: 'k2' },
      note('n1'),
    )
  }),
  onUnmigrated(
    'a plan is refused if its partition is not a text column, or a unique index does not begin with it',
    async (store) => {
      const plans: Partial<CollectionPlan>[] = [
        { partition: 'nowhere' },
        { partition: 'at' },
        { indexes: [{ name: 'by_email', on: ['email', 'workspace'], unique: true }] },
      ]
      for (const plan of plans) {
        await assert.rejects(
          store.migrate({ collections: [{ ...notes, ...plan }] }),
          isStoreError('invalid_query'),
        )
      }
    },
  ),
  onNotes('a collection never changes its partition', async (store) => {
    for (const partition of [undefined, 'status']) {
      const changed = { ...notes, partition, indexes: [] }
      await assert.rejects(store.migrate({ collections: [changed] }), isStoreError('invalid_query'))
    }
  }),
]
