import type { StoredKey } from '../collections/api-key.ts'
import type { StoredWorkspace } from '../collections/workspace.ts'

/** Who is calling. */
export interface Caller {
  readonly key: StoredKey
  readonly workspace: StoredWorkspace
}
