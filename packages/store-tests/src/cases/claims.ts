import assert from 'node:assert/strict'
import type { ClaimQuery, Row, Store } from '@doorkit/store'
import {
  claimNotes,
  idsOf,
  inNotes,
  note,
  onNotes,
  put,
  read,
  readExisting,
  resultOf,
} from '../notes-collection.ts'
import type { StoreCase } from '../store-case.ts'

const now = 10_000

function claim(store: Store, query: Partial<ClaimQuery> & { token: string }): Promise<Row[]> {
  return claimNotes(store, { now, leaseMs: 500, limit: 100, ...query })
}

function finish(store: Store, id: string, token: string) {
  return store.commit([
    {
      op: 'patch',
      ...inNotes,
      id,
      when: [{ column: 'lease', op: 'eq', value: token }],
      set: { due: null, lease: null },
    },
  ])
}

/** Claims, which lease a row to one worker at a time. */
export const claims: readonly StoreCase[] = [
  onNotes('claim returns due rows, earliest first, with their lease', async (store) => {
    await put(
      store,
      note('later', { due: now + 1 }),
      note('second', { due: now - 5 }),
      note('never', { due: null }),
      note('third', { due: now }),
      note('tie-b', { due: now - 9 }),
      note('tie-a', { due: now - 9 }),
    )
    const rows = await claim(store, { token: 't1' })
    assert.deepEqual(idsOf(rows), ['tie-a', 'tie-b', 'second', 'third'])
    for (const row of rows) {
      assert.equal(row.columns.due, now + 500)
      assert.equal(row.columns.lease, 't1')
      assert.equal(row.rev, 2)
      assert.deepEqual(row.data, { id: row.id })
      assert.deepEqual(await read(store, row.id), row)
    }
    assert.deepEqual(await claim(store, { token: 't2' }), [])
  }),
  onNotes('claim respects its limit and its filter', async (store) => {
    const ids = Array.from({ length: 9 }, (_, at) => `n${at}`)
    await put(
      store,
      ...ids.map((id, at) => note(id, { due: at, status: at % 3 === 0 ? 'held' : 'ready' })),
    )
    const where = [{ column: 'status', op: 'eq', value: 'ready' }] as const
    assert.deepEqual(idsOf(await claim(store, { token: 't1', where, limit: 2 })), ['n1', 'n2'])
    assert.deepEqual(idsOf(await claim(store, { token: 't2', where, limit: 3 })), [
      'n4',
      'n5',
      'n7',
    ])
    assert.deepEqual(idsOf(await claim(store, { token: 't3', where })), ['n8'])
  }),
  onNotes('each of 1,000 due rows is claimed by exactly one of 8 workers', async (store) => {
    const ids = Array.from({ length: 1_000 }, (_, at) => `n${at}`)
    await put(store, ...ids.map((id, at) => note(id, { due: at % 100 })))
    const work = async (worker: number): Promise<(string | undefined)[]> => {
      const mine: (string | undefined)[] = []
      for (let round = 0; ; round += 1) {
        const token = `worker ${worker} round ${round}`
        const rows = await claim(store, { token, limit: 7 })
        if (rows.length === 0) return mine
        mine.push(...idsOf(rows))
        const results = await Promise.all(rows.map((row) => finish(store, row.id, token)))
        for (const result of results) assert.equal(resultOf(result), 'ok')
      }
    }
    const done = (await Promise.all(Array.from({ length: 8 }, (_, at) => work(at)))).flat()
    assert.equal(done.length, 1_000)
    assert.deepEqual(new Set(done), new Set(ids))
  }),
  onNotes(
    'a row whose lease has expired can be claimed again, and then its first worker can no longer finish it',
    async (store) => {
      await put(store, note('n1', { due: now }))
      assert.equal((await claim(store, { token: 'old' })).length, 1)
      assert.equal((await claim(store, { token: 'early', now: now + 499 })).length, 0)
      assert.equal((await claim(store, { token: 'new', now: now + 500 })).length, 1)
      assert.equal(resultOf(await finish(store, 'n1', 'old')), 'guard')
      assert.equal((await readExisting(store, 'n1')).columns.lease, 'new')
      assert.equal(resultOf(await finish(store, 'n1', 'new')), 'ok')
      assert.equal((await claim(store, { token: 'more', now: now + 9_999 })).length, 0)
    },
  ),
]
