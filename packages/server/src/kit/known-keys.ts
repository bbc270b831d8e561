import type { Plan } from '@doorkit/models'

/** What is known of a key that was used. */
export interface KnownKey {
  /** The id of the key. */
  readonly key: string
  /** The id of its workspace. */
  readonly workspace: string
  /** The plan of the workspace when the key was last used: it may have changed since. */
  readonly plan: Plan
}

/** Keys that this process has seen, by the digests of their secrets. */
export interface KnownKeys {
  get(digest: string): KnownKey | undefined
  set(digest: string, key: KnownKey): void
}

/** Makes {@link KnownKeys} of at most so many keys: a new one takes the place of the oldest. */
export function createKnownKeys(limit = 10_000): KnownKeys {
  const known = new Map<string, KnownKey>()
  return {
    get: (digest) => known.get(digest),
    set(digest, key) {
      const [oldest] = known.keys()
      if (oldest !== undefined && known.size >= limit && !known.has(digest)) known.delete(oldest)
      known.set(digest, key)
    },
  }
}
