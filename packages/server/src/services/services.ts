import type { WeeklyHours } from '@doorkit/models'
import type { Store } from '@doorkit/store'
import type { Cursors } from '../ids/cursors.ts'
import type { MakeId } from '../ids/ids.ts'
import type { AnswerMemory } from '../limits/answer-memory.ts'
import type { BoundedMap } from '../limits/bounded-map.ts'
import type { TakePlace } from '../limits/fair-places.ts'
import type { EnterTick } from '../limits/fair-ticks.ts'
import type { PlanTable } from '../limits/plan-limits.ts'
import type { RateLimitCounter } from '../limits/rate-limit-counter.ts'
import type { Agent, AgentErrorHandler, TokenAllowance } from '../ports/agent.ts'
import type { AgentTool } from '../ports/agent-tool.ts'
import type { TurnReport } from '../ports/agent-turn-report.ts'
import type { Clock } from '../ports/clock.ts'
import type { Crawler } from '../ports/crawler.ts'
import type { DeliveryReport } from '../ports/delivery-report.ts'
import type { Grader } from '../ports/grader.ts'
import type { KnowledgeSearch } from '../ports/knowledge-search.ts'
import type { Listener } from '../ports/listener.ts'
import type { Logger } from '../ports/logger.ts'
import type { Notify } from '../ports/notify.ts'
import type { RequestReport } from '../ports/request-report.ts'
import type { StepReport } from '../ports/step-report.ts'
import type { WebhookSender } from '../ports/webhook-sender.ts'
import type { ReportLimit } from '../requests/limit-report.ts'
import type { KnownKey } from '../requests/principal.ts'
import type { RequestLog } from '../requests/request-log.ts'
import type { Vault } from '../secrets/encryption.ts'
import type { Vocabulary } from '../text/vocabulary.ts'
import type { CheckClock } from './check-clock.ts'
import type { Embeddings } from './embeddings.ts'
import type { KeyedMutex } from './keyed-mutex.ts'
import type { RunningTurns } from './running-turns.ts'

/**
 * The services for code that works on the store but needs no master key. `DoorkitOptions` describes
 * those that are options of the host.
 */
export interface StoreServices {
  readonly store: Store
  /** The store as one workspace uses it: its requests and background work get a fair share of the process. */
  readonly fairStore: (workspace: string) => Store
  /** Waits until a workspace may do an amount of work outside of the store. */
  readonly enterTick: EnterTick
  readonly clock: Clock
  readonly makeId: MakeId
  readonly logger: Logger
  readonly requestLog: RequestLog
  /** Counts the answer to an API request, or the start of a stream. */
  readonly countAnswer: (status: number, durationMs: number) => void
  readonly onRequest: ((report: RequestReport) => void) | undefined
  readonly onDelivery: Listener<DeliveryReport> | undefined
  readonly onStep: Listener<StepReport> | undefined
  readonly plans: PlanTable
  readonly random: () => number
  /** Aborted when `close` no longer waits for running requests and turns. */
  readonly closing: AbortSignal
}

/** The services for every part of a running server kit. */
export interface Services extends StoreServices {
  readonly vault: Vault
  /** API keys that this process remembers, by the digests of their secrets. */
  readonly knownKeys: BoundedMap<KnownKey>
  readonly rateLimitCounter: RateLimitCounter
  readonly cursors: Cursors
  readonly agent: Agent
  readonly tools: readonly AgentTool[]
  readonly onAgentError: AgentErrorHandler | undefined
  readonly onTurn: ((report: TurnReport) => void) | undefined
  readonly turnTimeoutMs: number
  readonly firstWordTimeoutMs: number | undefined
  readonly tokensPerMonth: TokenAllowance | undefined
  readonly onDisconnect: 'finish' | 'abort'
  readonly answerAfterHandoff: boolean
  readonly unansweredMs: number | null
  /** When people answer, in workspaces without hours of their own; null for always. */
  readonly teamHours: WeeklyHours | null
  readonly apology: string
  readonly notify: Notify | undefined
  readonly runningTurns: RunningTurns
  readonly sender: WebhookSender
  readonly crawler: Crawler
  /** Checks the address of a webhook endpoint; throws a Failure naming `url`. */
  readonly checkUrl: (url: string, workspace: string) => Promise<void>
  /** Checks the address of a knowledge page; throws a Failure naming `url`. */
  readonly checkPageUrl: (url: string, workspace: string) => Promise<void>
  readonly payloadDelayMs: number
  readonly quietMs: number
  readonly grader: Grader
  readonly reportLimit: ReportLimit
  readonly checkClock: CheckClock
  readonly vocabulary: Vocabulary
  readonly search: KnowledgeSearch | undefined
  /** The search by meaning; undefined without an embedding model. */
  readonly embeddings: Embeddings | undefined
  readonly searchPlaces: TakePlace
  readonly erasurePlaces: TakePlace
  /** Repeats commits that lost to another writer, one at a time in each workspace. */
  readonly writeMutex: KeyedMutex
  /** Lets one erasure at a time change the stored answers of a workspace. */
  readonly answerMutex: KeyedMutex
  readonly answerMemory: AnswerMemory
  /** Runs work that outlives its request; `close` waits for it. */
  readonly background: (work: () => Promise<void>) => void
}
