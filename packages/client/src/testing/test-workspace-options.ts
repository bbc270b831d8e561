import type { CrawledPage, DoorkitOptions, WorkspaceInfo } from '@doorkit/server'
import type { ClientOptions } from '../client-options.ts'
import type { Scope } from '../contract/scope.ts'
import type { Receive } from './receiver.ts'

/** The settings that a test changes about its workspace. */
export interface TestWorkspaceOptions {
  /** Decides the rate limits and the chat allowance. Default `apex`. */
  readonly plan?: WorkspaceInfo['plan'] | undefined
  /** The scopes of the key of `client`. Default everything. */
  readonly scopes?: readonly Scope[] | undefined
  /** The start of the test: a `Date`, or milliseconds since the epoch. Default 2026-10-12, 09:30 UTC. */
  readonly startsAt?: Date | number | undefined
  /**
   * Whether the clock moves by itself when a client waits: between attempts, or for a request that
   * hangs. Default true, so that a call that is retried needs no help. With false it stands until
   * the test calls `clock.advance`.
   */
  readonly skipWaits?: boolean | undefined
  /**
   * Takes the webhooks. Default: every one is answered 204. An error that it throws rejects the call of `clock`.
   * The clock waits for it: with `skipWaits: false` it must not wait for the clock in turn.
   */
  readonly receive?: Receive | undefined
  /** The pages of the web, by their address: knowledge pages are read from here. */
  readonly pages?: Readonly<Record<string, string | CrawledPage>> | undefined
  /** Further options of the client. */
  readonly client?: Omit<ClientOptions, 'apiKey' | 'baseUrl' | 'fetch' | 'clock'> | undefined
  /** Further options of the server kit: its agent, its grader, its delays. */
  readonly server?: Omit<DoorkitOptions, 'store' | 'clock' | 'sender' | 'resolve'> | undefined
}
