import type { CrawledPage, DoorkitOptions, WorkspaceInfo } from '@doorkit/server'
import type { ClientOptions } from '../client-options.ts'
import type { Scope } from '../contract/scope.ts'
import type { Receive } from './receiver.ts'

/** The options of a test workspace. */
export interface TestWorkspaceOptions {
  /** The plan, which decides rate limits and the chat allowance. Default `apex`. */
  readonly plan?: WorkspaceInfo['plan'] | undefined
  /** The scopes of the API key of `client`. Default: all. */
  readonly scopes?: readonly Scope[] | undefined
  /** When the clock starts: a `Date` or milliseconds since the epoch. Default 2026-10-12, 09:30 UTC. */
  readonly startsAt?: Date | number | undefined
  /**
   * Whether the clock moves by itself while a client waits, between attempts or for a request that
   * hangs. Default true, so that a test need not advance the clock for retries. With false the clock
   * stands still until the test calls `clock.advance`.
   */
  readonly skipWaits?: boolean | undefined
  /**
   * Receives the webhooks. By default each gets a 204. If this function throws, the method of `clock`
   * that sent the webhook rejects with the error. The clock waits for the receiver, so with
   * `skipWaits: false` the receiver must not wait for the clock.
   */
  readonly receive?: Receive | undefined
  /** The web pages that knowledge sources are read from, by URL. */
  readonly pages?: Readonly<Record<string, string | CrawledPage>> | undefined
  /** More options of the client. */
  readonly client?: Omit<ClientOptions, 'apiKey' | 'baseUrl' | 'fetch' | 'clock'> | undefined
  /** More options of the server kit, such as its agent, its grader or its delays. */
  readonly server?: Omit<DoorkitOptions, 'store' | 'clock' | 'sender' | 'resolve'> | undefined
}
