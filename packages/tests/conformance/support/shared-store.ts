import type { Doorkit } from '@doorkit/server'

/** A store that servers and the host application work on at the same time. */
export interface SharedStore {
  /** Starts a server on it, with the flags of `doorkit serve`. */
  serve(flags: readonly string[]): Promise<Running>
  /** Starts another one beside it, in a process of its own where the store can be reached from there. */
  serveTwin(): Promise<Running>
  /** Forgets it. */
  discard(): Promise<void> | void
}

/** A server that listens. */
export interface Running {
  readonly started: Started
  /** The host application on the same store, which shares nothing else with the server. */
  openHost(): Doorkit
  /** Ends the server, and throws if it ended badly or logged an error. */
  stop(): Promise<void>
}

/** The message of a server once it listens. */
export interface Started {
  readonly base_url: string
  readonly app_base_url: string
  readonly workspace: string
  readonly api_key: string
  readonly test_workspace: string
  readonly test_api_key: string
}

/**
 * Throws if a server logged errors: whatever a test sent, nothing of it may have been a surprise.
 */
export function expectNoErrors(errors: readonly string[]): void {
  if (errors.length > 0) throw new Error(`The server logged errors:\n${errors.join('\n')}`)
}
