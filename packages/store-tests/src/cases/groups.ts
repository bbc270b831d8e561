import assert from 'node:assert/strict'
import type { WriteOp } from '@doorkit/server/store'
import { endingOf, inNotes, note, onNotes, put, read, readExisting } from '../notes-collection.ts'
import type { StoreCase } from '../store-case.ts'

const add: WriteOp = { op: 'patch', ...inNotes, id: 'sum', add: { count: 1 } }
const missing: WriteOp = { op: 'check', ...inNotes, id: 'nobody', exists: true }

/** Commits that come at once, which a store may put into one transaction. */
export const groups: readonly StoreCase[] = [
  onNotes(
    'of commits that come at once, those that lose a race undo nothing of the others',
    async (store) => {
      await put(store, note('sum'), note('taken', { email: 'ada@example.com' }))
      const losers: readonly (readonly [WriteOp, string])[] = [
        [missing, 'guard'],
        [note('taken'), 'conflict id'],
        [note('twin', { email: 'ada@example.com' }), 'conflict by_email'],
      ]
      const endings = await Promise.all(
        Array.from({ length: 24 }, async (_, at) => {
          const [loses] = at % 2 ? (losers[at % losers.length] ?? []) : []
          const ops = [note(`n${at}`), add, ...(loses ? [loses] : []), note(`m${at}`)]
          return endingOf(await store.commit(ops))
        }),
      )
      const expected = endings.map((_, at) => (at % 2 ? losers[at % losers.length]?.[1] : 'ok'))
      assert.deepEqual(endings, expected)
      for (const [at, ending] of endings.entries()) {
        for (const id of [`n${at}`, `m${at}`]) {
          assert.equal((await read(store, id)) !== null, ending === 'ok', id)
        }
      }
      assert.equal((await readExisting(store, 'sum')).keys.count, 12)
    },
  ),
  onNotes('of commits that come at once, one that is late is late alone', async (store) => {
    await put(store, note('sum'))
    await store.list({
      ...{ in: 'notes', index: 'by_at', where: [], dir: 'asc', limit: 1 },
      horizon: { scope: 'ws_1', at: 50 },
    })
    const times = [49, 50, 10, 51]
    const results = await Promise.all(
      times.map((at) => store.commit([note(`n${at}`), add], { at: { scope: 'ws_1', at } })),
    )
    assert.deepEqual(results.map(endingOf), ['late', 'ok', 'late', 'ok'])
    assert.equal((await readExisting(store, 'sum')).keys.count, 2)
    assert.equal(await read(store, 'n49'), null)
  }),
  onNotes('close waits for commits that come at once, whatever becomes of them', async (store) => {
    await put(store, note('sum'))
    const running = Array.from({ length: 9 }, (_, at) =>
      store.commit(at % 3 ? [note(`n${at}`), add] : [add, missing]),
    )
    await store.close()
    const endings = (await Promise.all(running)).map(endingOf)
    assert.deepEqual(
      endings,
      endings.map((_, at) => (at % 3 ? 'ok' : 'guard')),
    )
  }),
]
