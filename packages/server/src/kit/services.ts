import type { Store } from '@doorkit/store'
import type { Agent } from '../ports/agent.ts'
import type { Clock } from '../ports/clock.ts'
import type { Crawler } from '../ports/crawler.ts'
import type { Grader } from '../ports/grader.ts'
import type { Logger } from '../ports/logger.ts'
import type { RequestReport } from '../ports/request-report.ts'
import type { WebhookSender } from '../ports/webhook-sender.ts'
import type { Vocabulary } from '../text/vocabulary.ts'
import type { BoundedMap } from './bounded-map.ts'
import type { ReportTime } from './clock-skew.ts'
import type { Cursors } from './cursors.ts'
import type { TakePlace } from './fair-places.ts'

import type { EnterRound } from './fair-rounds.ts'
import type { MakeId } from './ids.ts'
import type { KeyedMutex } from './keyed-mutex.ts'
import type { ReportLimit } from './limit-report.ts'
import type { PlanTable } from './plan-options.ts'
import type { KnownKey } from './principal.ts'
import type { RateLimitCounter } from './rate-limit-counter.ts'
import type { RequestLog } from './request-log.ts'
import type { RunningTurns } from './running-turns.ts'
import type { Vault } from './secrets/encryption.ts'
import type { Unsent } from './unsent.ts'

/** The services of whatever works on the store alone, without the keys to its secrets. */
export interface StoreServices {
  readonly store: Store
  /** Makes the store of one workspace: who wants much waits for others. */
  readonly fairStore: (workspace: string) => Store
  /** Waits until a workspace may do so much work that is none of the store. */
  readonly enterRound: EnterRound
  readonly clock: Clock
  readonly makeId: MakeId
  readonly logger: Logger
  readonly requestLog: RequestLog
  /** Takes a report of every request that has ended. */
  readonly onRequest: ((report: RequestReport) => void) | undefined
  /** The limits of each plan. */
  readonly plans: PlanTable
  /** A number from 0 to 1: the jitter of retries. */
  readonly random: () => number
  /** Aborted when the server closes and waits no longer. */
  readonly closing: AbortSignal
}

/** The services of every part of a running server kit. */
export interface Services extends StoreServices {
  readonly vault: Vault
  /** Keys that this process has seen, by the digests of their secrets. */
  readonly knownKeys: BoundedMap<KnownKey>
  readonly rateLimitCounter: RateLimitCounter
  readonly cursors: Cursors
  readonly agent: Agent
  /** The fate of a turn whose client has hung up. */
  readonly onDisconnect: 'finish' | 'abort'
  /** Whether the agent still answers once a person was asked for. */
  readonly answerAfterHandoff: boolean
  readonly runningTurns: RunningTurns
  readonly sender: WebhookSender
  readonly crawler: Crawler
  /** Checks an address that this server is to call; throws a Failure naming `url`. */
  readonly checkUrl: (url: string, workspace: string) => Promise<void>
  /** The same for the address of a page. */
  readonly checkPageUrl: (url: string, workspace: string) => Promise<void>
  /** From an event to the building of its payload. */
  readonly payloadDelayMs: number
  /** How long a conversation must be quiet to be graded. */
  readonly quietMs: number
  readonly grader: Grader
  /** Reports limits that requests are refused for. */
  readonly reportLimit: ReportLimit
  /** Reports clocks that do not agree. */
  readonly reportTime: ReportTime
  /** What words mean the same in questions. */
  readonly vocabulary: Vocabulary
  /** The places of searches of knowledge. */
  readonly searchPlaces: TakePlace
  /** Lets those who want the same rows go one after the other. */
  readonly takeTurns: KeyedMutex
  /** Bounds the memory that answers take. */
  readonly unsent: Unsent
  /** Runs work that outlives its request; `close` waits for it. */
  readonly background: (work: () => Promise<void>) => void
}
