import { describe, expect, test } from 'vitest'
import { checkedStore, memoryStore, type Store } from '../src/index.ts'

const plan = { collections: [{ name: 'notes', columns: {}, indexes: [] }] }

function engineWith(overrides: Partial<Store>): Store {
  return { ...memoryStore(), ...overrides }
}

describe('checkedStore', () => {
  test('offers search only if the engine does', () => {
    const { search: _, ...engine } = memoryStore()
    expect(checkedStore(engine).search).toBeUndefined()
    expect(checkedStore(memoryStore()).search).toBeTypeOf('function')
  })

  test('offers scrub only if the engine does, and refuses it after the store is closed', async () => {
    expect(checkedStore(memoryStore()).scrub).toBeUndefined()
    let scrubbed = 0
    const store = checkedStore(engineWith({ scrub: async () => void scrubbed++ }))
    await store.scrub?.()
    await store.close()
    await expect(store.scrub?.()).rejects.toMatchObject({ code: 'closed' })
    expect(scrubbed).toBe(1)
  })

  test('the refusal of a name says how a name begins and ends', async () => {
    const columns = { a_: 'text' } as const
    const refused = memoryStore().migrate({ collections: [{ name: 'c', columns, indexes: [] }] })
    await expect(refused).rejects.toThrow('begin with a letter, end with a letter or digit')
  })

  test('ping stops waiting for a hanging engine when its signal aborts', async () => {
    const store = checkedStore(engineWith({ ping: () => new Promise(() => {}) }))
    const controller = new AbortController()
    const answer = store.ping(controller.signal)
    controller.abort(new Error('enough'))
    await expect(answer).rejects.toThrow('enough')
  })

  test('a watcher also learns of writes that the engine reports', async () => {
    let wakeRemotely: () => void = () => {}
    let isListening = false
    const store = checkedStore(
      engineWith({
        async watch(channel, wake) {
          expect(channel).toBe('notes')
          wakeRemotely = wake
          isListening = true
          return async () => {
            isListening = false
          }
        },
      }),
    )
    await store.migrate(plan)
    let calls = 0
    const stop = await store.watch?.('notes', () => {
      calls += 1
    })
    wakeRemotely()
    expect(calls).toBe(1)
    await store.commit([{ op: 'insert', in: 'notes', row: { id: 'n1', columns: {}, data: 1 } }])
    await Promise.resolve()
    expect(calls).toBe(2)
    await stop?.()
    expect(isListening).toBe(false)
  })

  test('a watcher that stops twice does not stop the others', async () => {
    const store = memoryStore()
    await store.migrate(plan)
    let calls = 0
    const count = () => {
      calls += 1
    }
    const stopFirst = await store.watch?.('notes', count)
    await stopFirst?.()
    await store.watch?.('notes', count)
    await stopFirst?.()
    await store.commit([{ op: 'insert', in: 'notes', row: { id: 'n1', columns: {}, data: 1 } }])
    await Promise.resolve()
    expect(calls).toBe(1)
  })

  test('close waits for a running call, and refuses new calls', async () => {
    let finish: () => void = () => {}
    let isClosed = false
    const store = checkedStore(
      engineWith({
        ping: () =>
          new Promise((resolve) => {
            finish = resolve
          }),
        async close() {
          isClosed = true
        },
      }),
    )
    const running = store.ping()
    const closing = store.close()
    await expect(store.get([])).rejects.toMatchObject({ name: 'StoreError', code: 'closed' })
    expect(isClosed).toBe(false)
    finish()
    await running
    await closing
    expect(isClosed).toBe(true)
  })
})
