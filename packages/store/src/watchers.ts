import type { Store } from './port.ts'

/**
 * Keeps the watchers of one process. Each is also passed to `remote`, which receives the announcements
 * of other processes.
 */
export function createWatchers(
  remote: Store['watch'],
  announce?: (collections: readonly string[]) => void,
) {
  const watching = new Map<string, Set<() => void>>()

  return {
    /** Announces writes to these collections, and wakes each of their watchers in this process. */
    wake(collections: readonly string[]): void {
      announce?.(collections)
      for (const collection of new Set(collections)) {
        // A watcher is called later: an error that it throws must not look like a failed write.
        for (const wake of watching.get(collection) ?? []) queueMicrotask(wake)
      }
    },
    async watch(collection: string, wake: () => void) {
      const stopRemote = await remote?.(collection, wake)
      // A new function: if the same one is given twice, it counts as two watchers.
      const watcher = () => wake()
      const watchers = watching.get(collection) ?? new Set()
      watching.set(collection, watchers.add(watcher))
      return async () => {
        watchers.delete(watcher)
        await stopRemote?.()
      }
    },
  }
}
