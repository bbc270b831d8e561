import type { Store } from '@doorkit/store'

/**
 * A store that lets a test do something after a request has read a collection, and before it continues.
 */
export function afterReading(store: Store, collection: string) {
  let waiting: (() => Promise<unknown>) | undefined
  return {
    store: {
      ...store,
      async get(refs) {
        const found = await store.get(refs)
        if (waiting && refs.some((ref) => ref.in === collection)) {
          const act = waiting
          waiting = undefined
          await act()
        }
        return found
      },
    } satisfies Store,
    /** Does something once, right after the next `get` of the collection. */
    afterRead(act: () => Promise<unknown>) {
      waiting = act
    },
  }
}
