import type { StoredKey } from '../collections/api-key.ts'
import type { StoredWorkspace } from '../collections/workspace.ts'

/** The caller of a request. */
export interface Caller {
  readonly key: StoredKey
  readonly workspace: StoredWorkspace
}

/** A key that was used, as this process knows it. */
export interface KnownKey {
  /** The key and its workspace, as they were read last. */
  readonly caller: Caller
  /** The `version` of the store before they were read. */
  readonly version: string | undefined
}
