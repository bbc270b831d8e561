import type { Caller } from './caller.ts'

/** A key that was used, as this process knows it. */
export interface KnownKey {
  /** The key and its workspace, as they were read last. */
  readonly caller: Caller
  /** The `version` of the store before they were read. */
  readonly version: string | undefined
}
