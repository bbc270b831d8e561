import type { Store } from '@doorkit/server/store'

/** A store that breaks one promise, and the cases that must notice. */
export interface BrokenStore {
  readonly fault: string
  readonly noticedBy: readonly string[]
  /** Spoils a store that works. */
  spoil(store: Store): Store
}
