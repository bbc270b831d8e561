import type { Caller } from './caller.ts'

/** A key that was used, as this process knows it. */
export interface KnownKey {
  /** The key and its workspace, as they were read last. */
  readonly caller: Caller
  /** What `version` of the store said before they were read. */
  readonly version: string | undefined
}
