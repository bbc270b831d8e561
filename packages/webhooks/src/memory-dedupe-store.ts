import { type DedupeOptions, defaultLeaseMs, defaultTtlMs } from './dedupe-options.ts'
import type { DedupeStore } from './dedupe-store.ts'

/** Options of {@link memoryDedupeStore}. */
export interface MemoryDedupeOptions extends DedupeOptions {
  /**
   * How many handled events to remember. The least recently seen one is forgotten first, and would be
   * handled again. Default 10,000, about 2 MB.
   */
  maxEntries?: number | undefined
}

/**
 * Creates a store that remembers handled events in the memory of one process, until the process ends.
 */
export function memoryDedupeStore(options: MemoryDedupeOptions = {}): DedupeStore {
  const { maxEntries = 10_000, now = Date.now } = options
  const { ttlMs = defaultTtlMs, leaseMs = defaultLeaseMs } = options
  const running = new Map<string, { token: string; endsAt: number }>()
  const done = new Map<string, number>()
  let claims = 0

  function isDone(id: string): boolean {
    const endsAt = done.get(id)
    if (endsAt === undefined) return false
    done.delete(id)
    if (endsAt <= now()) return false
    // A map keeps the order of insertion, so this entry becomes the last to be forgotten.
    done.set(id, endsAt)
    return true
  }

  return {
    claim(id) {
      if (isDone(id)) return { status: 'done' }
      const holder = running.get(id)
      if (holder && holder.endsAt > now()) return { status: 'in_progress' }
      claims += 1
      const token = String(claims)
      running.set(id, { token, endsAt: now() + leaseMs })
      return { status: 'claimed', token }
    },
    complete(id, token) {
      if (running.get(id)?.token !== token) return
      running.delete(id)
      done.set(id, now() + ttlMs)
      for (const oldest of done.keys()) {
        if (done.size <= maxEntries) break
        done.delete(oldest)
      }
    },
    release(id, token) {
      if (running.get(id)?.token === token) running.delete(id)
    },
  }
}
