import { memoryStore, type Store } from '@doorkit/store'
import { serveHere } from './serve-here.ts'
import type { SharedStore } from './shared-store.ts'

/** Creates a store in memory. All its servers run in this process. */
export function createMemoryStore(): SharedStore {
  const store = memoryStore()
  const serve = (flags: readonly string[]) => serveHere(() => neverClosed(store), flags)
  return { serve, serveTwin: () => serve([]), discard() {} }
}

/** Keeps the store open when one of its users closes it. */
function neverClosed(store: Store): Store {
  return { ...store, close: async () => {} }
}
