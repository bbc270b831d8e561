import type { StoredKey } from '../collections/api-key.ts'
import type { StoredWorkspace } from '../collections/workspace.ts'

/** The caller of a request. */
export interface Caller {
  readonly key: StoredKey
  readonly workspace: StoredWorkspace
}
