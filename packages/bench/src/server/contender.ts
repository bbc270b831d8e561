import { type Cost, planLimits } from '@doorkit/models'
import type { DatabaseKind } from '../databases.ts'
import type { Amounts } from './people.ts'

export type StoreKind = Exclude<DatabaseKind, 'redis'>

export interface ContenderOptions {
  readonly store: StoreKind
  /** The file or URL of the database; empty for `memory`. */
  readonly address: string
  readonly amounts: Amounts
  /** Whether the contender's agent sends one word, and then waits until it is told to end the streams. */
  readonly holdsStreams?: true
}

/** The port of a contender, and its data. */
export interface ContenderFacts {
  readonly port: number
  readonly workspaces: readonly WorkspaceFacts[]
  /** The requests that each API key may make in a minute; null if no load can reach a limit. */
  readonly limits: KeyLimits | null
}

/** A workspace of a contender: its API keys and the ids of its rows. */
export interface WorkspaceFacts {
  readonly keys: readonly string[]
  readonly contacts: readonly string[]
  readonly sessions: readonly string[]
  /** Conversations with messages. */
  readonly conversations: readonly string[]
}

/** The rate limits of an API key, by the cost of a request. */
export type KeyLimits = Readonly<Record<Cost, number>>

/** The rate limits of the contenders that have any: those of the largest plan in the contract. */
export const keyLimits: KeyLimits = {
  standard: planLimits.apex.requests_per_minute,
  heavy: planLimits.apex.heavy_requests_per_minute,
}

/** Starts a contender and fills it with data. */
export type StartContender = (options: ContenderOptions) => Promise<ContenderFacts>

/** Asks a contender for its {@link Usage}, and can tell its agent to end the streams. */
export interface ContenderRequest {
  /** Whether the agent ends the streams that it keeps open. */
  readonly endStreams?: true
}

/** The processor time that a contender has used since it started, and its memory. */
export interface Usage {
  readonly cpuUs: number
  readonly rssBytes: number
}
