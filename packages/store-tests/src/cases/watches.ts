import assert from 'node:assert/strict'
import { setImmediate } from 'node:timers/promises'
import { inNotes, note, openNotes, put } from '../notes-collection.ts'
import { casesOver, type StoreCase } from '../store-case.ts'

const onWatch = casesOver(openNotes, 'watch')

/** The method `watch`, which reports commits and `updateMany` calls that write to a collection. */
export const watches: readonly StoreCase[] = [
  onWatch('a watcher is woken by a write to its collection until it stops', async (store) => {
    assert.ok(store.watch, 'expected the store to offer watch')
    let woken: () => void = () => {}
    let calls = 0
    const stop = await store.watch('notes', () => {
      calls += 1
      woken()
    })
    const nextWake = () =>
      new Promise<void>((resolve) => {
        woken = resolve
      })
    for (const id of ['n1', 'n2', 'n3']) {
      const wake = nextWake()
      await put(store, note(id))
      await wake
    }
    await stop()
    await setImmediate()
    const before = calls
    await put(store, note('n4'))
    await setImmediate()
    assert.equal(calls, before)
  }),
  onWatch('a failed commit wakes no watcher', async (store) => {
    let calls = 0
    const stop = await store.watch?.('notes', () => {
      calls += 1
    })
    const guard = { op: 'check', ...inNotes, id: 'gone', exists: true } as const
    assert.equal((await store.commit([note('n1'), guard])).ok, false)
    await setImmediate()
    assert.equal(calls, 0)
    await stop?.()
  }),
]
