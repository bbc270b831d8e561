import type { Caller } from './caller.ts'

/** What is known of a key that was used. */
export interface KnownKey {
  /** The key and its workspace, as they were read last. */
  readonly caller: Caller
  /** What `version` of the store said before they were read. */
  readonly version: string | undefined
}
