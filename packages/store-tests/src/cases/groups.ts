import assert from 'node:assert/strict'
import type { WriteOp } from '@doorkit/store'
import { inNotes, note, onNotes, put, read, readExisting, resultOf } from '../notes-collection.ts'
import type { StoreCase } from '../store-case.ts'

const add: WriteOp = { op: 'patch', ...inNotes, id: 'sum', add: { count: 1 } }
const missing: WriteOp = { op: 'check', ...inNotes, id: 'nobody', exists: true }

/** Commits made at the same time, which a store may group in one transaction. */
export const groups: readonly StoreCase[] = [
  onNotes('a commit that is refused does not undo commits made at the same time', async (store) => {
    await put(store, note('sum'), note('taken', { email: 'ada@example.com' }))
    const refused: readonly (readonly [WriteOp, string])[] = [
      [missing, 'guard'],
      [note('taken'), 'conflict id'],
      [note('twin', { email: 'ada@example.com' }), 'conflict by_email'],
    ]
    const results = await Promise.all(
      Array.from({ length: 24 }, async (_, at) => {
        const [refusedOp] = at % 2 ? (refused[at % refused.length] ?? []) : []
        const ops = [note(`n${at}`), add, ...(refusedOp ? [refusedOp] : []), note(`m${at}`)]
        return resultOf(await store.commit(ops))
      }),
    )
    const expected = results.map((_, at) => (at % 2 ? refused[at % refused.length]?.[1] : 'ok'))
    assert.deepEqual(results, expected)
    for (const [at, result] of results.entries()) {
      for (const id of [`n${at}`, `m${at}`]) {
        assert.equal((await read(store, id)) !== null, result === 'ok', id)
      }
    }
    assert.equal((await readExisting(store, 'sum')).columns.count, 12)
  }),
  onNotes(
    'of commits made at the same time, only those dated before the horizon are late',
    async (store) => {
      await put(store, note('sum'))
      await store.list({
        ...{ in: 'notes', index: 'by_at', where: [], dir: 'asc', limit: 1 },
        horizon: { scope: 'ws_1', at: 50 },
      })
      const times = [49, 50, 10, 51]
      const results = await Promise.all(
        times.map((at) => store.commit([note(`n${at}`), add], { at: { scope: 'ws_1', at } })),
      )
      assert.deepEqual(results.map(resultOf), ['late', 'ok', 'late', 'ok'])
      assert.equal((await readExisting(store, 'sum')).columns.count, 2)
      assert.equal(await read(store, 'n49'), null)
    },
  ),
  onNotes(
    'commits made at the same time end with their own results, even if close follows immediately',
    async (store) => {
      await put(store, note('sum'))
      const running = Array.from({ length: 9 }, (_, at) =>
        store.commit(at % 3 ? [note(`n${at}`), add] : [add, missing]),
      )
      await store.close()
      const results = (await Promise.all(running)).map(resultOf)
      assert.deepEqual(
        results,
        results.map((_, at) => (at % 3 ? 'ok' : 'guard')),
      )
    },
  ),
]
