import type { Store } from './port.ts'

/**
 * Keeps the watchers of one process. Each is also passed to `remote`, which receives the announcements
 * of other processes.
 */
export function createWatchers(
  remote: Store['watch'],
  announce?: (channels: readonly string[]) => void,
) {
  const watching = new Map<string, Set<() => void>>()

  return {
    /** Wakes the watchers of these channels, each once. */
    wake(channels: readonly string[]): void {
      announce?.(channels)
      if (watching.size === 0) return
      for (const channel of new Set(channels)) {
        // A watcher is called later: an error that it throws must not look like a failed write.
        for (const wake of watching.get(channel) ?? []) queueMicrotask(wake)
      }
    },
    async watch(channel: string, wake: () => void) {
      const stopRemote = await remote?.(channel, wake)
      // A new function, so that a function that is given twice counts as two watchers.
      const watcher = () => wake()
      const watchers = watching.get(channel) ?? new Set()
      watching.set(channel, watchers.add(watcher))
      return async () => {
        watchers.delete(watcher)
        if (watchers.size === 0 && watching.get(channel) === watchers) watching.delete(channel)
        await stopRemote?.()
      }
    },
  }
}
