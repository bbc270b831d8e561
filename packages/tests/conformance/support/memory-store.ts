import { memoryStore, type Store } from '@doorkit/server/store'
import { serveHere } from './serve-here.ts'
import type { SharedStore } from './shared-store.ts'

/** A new store in memory. Its servers listen in this process: no other could reach it. */
export function createMemoryStore(): SharedStore {
  const store = memoryStore()
  const serve = (flags: readonly string[]) => serveHere(() => borrowed(store), flags)
  return { serve, serveTwin: () => serve([]), discard() {} }
}

/** Stays open for the others when one of them closes it. */
function borrowed(store: Store): Store {
  return { ...store, close: async () => {} }
}
