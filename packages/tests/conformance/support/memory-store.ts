import { memoryStore, type Store } from '@doorkit/store'
import { serveHere } from './serve-here.ts'
import type { SharedStore } from './shared-store.ts'

/** Creates a store in memory. All its servers run in this process. */
export function createMemoryStore(): SharedStore {
  const store = memoryStore()
  const serve = (flags: readonly string[]) => serveHere(() => keepOpen(store), flags)
  return { serve, serveTwin: () => serve([]), discard() {} }
}

/** Returns the store with a `close` that does nothing, because others still use the store. */
function keepOpen(store: Store): Store {
  return { ...store, close: async () => {} }
}
