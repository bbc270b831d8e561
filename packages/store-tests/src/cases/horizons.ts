import assert from 'node:assert/strict'
import { setImmediate } from 'node:timers/promises'
import type { Horizon, Store } from '@doorkit/store'
import {
  inNotes,
  listNotes,
  note,
  onNotes,
  onUnmigrated,
  put,
  read,
  resultOf,
  withAnother,
} from '../notes-collection.ts'
import { followStamped, stamped, writeStamped } from '../stamped-rows.ts'
import type { StoreCase } from '../store-case.ts'

function horizon(at: number, scope = 'ws_1'): Horizon {
  return { scope, at }
}

/** Horizons, which let a reader find every change since its last read while others write. */
export const horizons: readonly StoreCase[] = [
  onNotes(
    'a commit with a time before the horizon is late, and its result names the horizon',
    async (store) => {
      await listNotes(store, { horizon: horizon(100) })
      const late = await store.commit([note('n1')], { at: horizon(99) })
      assert.deepEqual(late, { ok: false, reason: 'late', horizon: 100 })
      assert.equal(await read(store, 'n1'), null)
      assert.deepEqual(await store.commit([], { at: horizon(99) }), late)
      assert.equal(resultOf(await store.commit([note('n1')], { at: horizon(100) })), 'ok')
      assert.equal(resultOf(await store.commit([note('n2')], { at: horizon(101) })), 'ok')
      assert.equal(resultOf(await store.commit([note('n3')])), 'ok')
    },
  ),
  onNotes('a horizon never moves back', async (store) => {
    await listNotes(store, { horizon: horizon(100) })
    await listNotes(store, { horizon: horizon(50) })
    assert.equal(resultOf(await store.commit([note('n1')], { at: horizon(99) })), 'late')
    await listNotes(store, { horizon: horizon(200) })
    assert.equal(resultOf(await store.commit([note('n1')], { at: horizon(199) })), 'late')
  }),
  onNotes('horizons of different scopes are independent', async (store) => {
    await listNotes(store, { horizon: horizon(100, 'one') })
    assert.equal(resultOf(await store.commit([note('n1')], { at: horizon(5, 'two') })), 'ok')
    assert.equal(resultOf(await store.commit([note('n2')], { at: horizon(5, 'ONE') })), 'ok')
    assert.equal(resultOf(await store.commit([note('n3')], { at: horizon(5, 'one') })), 'late')
  }),
  onNotes('the result `late` takes precedence over the results of the steps', async (store) => {
    await put(store, note('n1'))
    await listNotes(store, { horizon: horizon(100) })
    const guard = { op: 'check', ...inNotes, id: 'gone', exists: true } as const
    assert.equal(resultOf(await store.commit([guard], { at: horizon(99) })), 'late')
    assert.equal(resultOf(await store.commit([note('n1')], { at: horizon(99) })), 'late')
    assert.equal(resultOf(await store.commit([guard], { at: horizon(100) })), 'guard')
    assert.equal(resultOf(await store.commit([note('n1')], { at: horizon(100) })), 'conflict id')
  }),
  onNotes('moving the horizon does not change which rows a read returns', async (store) => {
    await put(store, note('n1', { at: 5 }), note('n2', { at: 7 }))
    const page = await listNotes(store, { horizon: horizon(6), dir: 'desc', limit: 1 })
    assert.deepEqual(page, await listNotes(store, { dir: 'desc', limit: 1 }))
    assert.equal(page[0]?.id, 'n2')
  }),
  onUnmigrated('incremental readers miss nothing while writers write', async (store, context) => {
    await store.migrate({ collections: [stamped] })
    await withAnother(context, async (other) => {
      await other.migrate({ collections: [stamped] })
      // On a busy machine, writers and readers may never overlap.
      for (let round = 1, late = 0; late === 0; round += 1) {
        assert.ok(round <= 5, 'no writer was ever late: the race did not happen')
        late = await raceReaders(store, other, `ws_${round}`)
      }
    })
  }),
]

/** Runs writers and readers of a scope over two stores. Returns how often a writer was late. */
async function raceReaders(store: Store, other: Store, scope: string): Promise<number> {
  let time = 0
  const now = () => {
    time += 1
    return time
  }
  let writing = 6
  const write = async (at: number) => {
    try {
      // Each writer pauses for a different time, because a store may delay reads until they share a
      // transaction.
      const pause = async () => {
        for (let tick = 0; tick <= at; tick += 1) await setImmediate()
      }
      const options = { writer: `${scope} ${at}`, scope, count: 60, now, pause }
      return await writeStamped(at % 2 ? store : other, options)
    } finally {
      writing -= 1
    }
  }
  const isDone = async () => {
    await setImmediate()
    return writing === 0
  }
  const writers = Array.from({ length: writing }, (_, at) => write(at))
  const readers = [store, other, store].map((source) =>
    followStamped(source, { scope, now, isDone }),
  )
  await Promise.allSettled([...writers, ...readers])
  const wrote = await Promise.all(writers)
  const written = wrote.flatMap((one) => [...one.written]).sort()
  assert.equal(written.length, 6 * 40)
  for (const { seen, runs } of await Promise.all(readers)) {
    assert.ok(runs > 2, 'the reader did not read while the writers wrote')
    assert.deepEqual([...seen].sort(), written)
  }
  return wrote.reduce((sum, one) => sum + one.late, 0)
}
