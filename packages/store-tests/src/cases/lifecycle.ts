import assert from 'node:assert/strict'
import type { Store } from '@doorkit/store'
import {
  claimNotes,
  isStoreError,
  listNotes,
  note,
  notes,
  onNotes,
  onUnmigrated,
  put,
  read,
  resultOf,
} from '../notes-collection.ts'
import type { StoreCase } from '../store-case.ts'

function callsOfRequiredMethods(store: Store): (() => Promise<unknown>)[] {
  return [
    () => store.get([]),
    () => listNotes(store),
    () => store.aggregate({ in: 'notes', where: [], measures: {} }),
    () => store.commit([]),
    () => store.updateMany({ in: 'notes', where: [], limit: 1 }, {}),
    () => store.deleteMany({ in: 'notes', where: [], limit: 1 }),
    () => claimNotes(store),
    () => store.consume({ key: 'k', limit: 1, windowMs: 1, now: 0, points: 1 }),
    () => store.migrate({ collections: [notes] }),
    () => store.ping(),
  ]
}

/** The methods ping and close. */
export const lifecycle: readonly StoreCase[] = [
  onUnmigrated('ping resolves while the store can answer', async (store) => {
    await store.ping()
    await store.ping(new AbortController().signal)
  }),
  onUnmigrated('ping rejects with the reason of its signal', async (store) => {
    const reason = new Error('enough')
    await assert.rejects(store.ping(AbortSignal.abort(reason)), reason)
  }),
  onNotes(
    'after close is called, new calls are refused, and running calls end with their results',
    async (store) => {
      await put(store, note('n1'))
      const running = Array.from({ length: 20 }, (_, at) =>
        at % 2 ? store.commit([note(`late${at}`)]) : read(store, 'n1'),
      )
      const closing = store.close()
      await assert.rejects(store.ping(), isStoreError('closed'))
      const answers = await Promise.all(running)
      for (const answer of answers) {
        assert.equal(
          answer && 'ok' in answer ? resultOf(answer) : answer?.id,
          answer && 'ok' in answer ? 'ok' : 'n1',
        )
      }
      assert.equal(await closing, undefined)
      for (const call of callsOfRequiredMethods(store))
        await assert.rejects(call(), isStoreError('closed'))
      await store.close()
    },
  ),
]
