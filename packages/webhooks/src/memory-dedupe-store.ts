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
 * Creates a store that remembers handled events in the memory of one process. It forgets an event after
 * `ttlMs`, when it remembers `maxEntries` others, or when the process ends.
 */
export function memoryDedupeStore(options: MemoryDedupeOptions = {}): DedupeStore {
  const { maxEntries = 10_000, now = Date.now } = options
  const { ttlMs = defaultTtlMs, leaseMs = defaultLeaseMs } = options
  const openClaims = new Map<string, { token: string; endsAt: number }>()
  const handledUntil = new Map<string, number>()
  let claims = 0

  function isDone(id: string): boolean {
    const endsAt = handledUntil.get(id)
    if (endsAt === undefined) return false
    handledUntil.delete(id)
    if (endsAt <= now()) return false
    // A map keeps the order of insertion, so this entry becomes the last to be forgotten.
    handledUntil.set(id, endsAt)
    return true
  }

  return {
    claim(id) {
      if (isDone(id)) return { status: 'done' }
      const openClaim = openClaims.get(id)
      if (openClaim && openClaim.endsAt > now()) return { status: 'in_progress' }
      claims += 1
      const token = String(claims)
      openClaims.set(id, { token, endsAt: now() + leaseMs })
      return { status: 'claimed', token }
    },
    complete(id, token) {
      if (openClaims.get(id)?.token !== token) return
      openClaims.delete(id)
      handledUntil.set(id, now() + ttlMs)
      for (const oldest of handledUntil.keys()) {
        if (handledUntil.size <= maxEntries) break
        handledUntil.delete(oldest)
      }
    },
    release(id, token) {
      if (openClaims.get(id)?.token === token) openClaims.delete(id)
    },
  }
}
