import type { Doorkit } from '@doorkit/server'

/** A store that servers and the host application use together. */
export interface SharedStore {
  /** Starts a server with flags of `doorkit serve`. */
  serve(flags: readonly string[]): Promise<RunningServer>
  /** Starts another server on the store. */
  serveTwin(): Promise<RunningServer>
  /** Removes the store. */
  discard(): Promise<void> | void
}

/** A running server. */
export interface RunningServer {
  readonly started: StartFacts
  /** Opens the host application, which shares only the store with the server. */
  openHost(): Doorkit
  /** Stops the server. Throws if the server fails or has logged an error. */
  stop(): Promise<void>
}

/** The line that `doorkit serve --json` prints. */
export interface StartFacts {
  readonly base_url: string
  readonly app_base_url: string
  readonly workspace: string
  readonly api_key: string
  readonly test_workspace: string
  readonly test_api_key: string
}

/** Throws if a server has logged errors. No input of a test may cause one. */
export function expectNoErrors(errors: readonly string[]): void {
  if (errors.length > 0) throw new Error(`The server logged errors:\n${errors.join('\n')}`)
}
