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
