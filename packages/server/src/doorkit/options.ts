import type { Store } from '@doorkit/store'
import type { PlanOverrides } from '../kit/plan-options.ts'
import type { MasterKey } from '../kit/secrets/encryption.ts'
import type { Resolve } from '../network/public-address.ts'
import type { Agent } from '../ports/agent.ts'
import type { Clock } from '../ports/clock.ts'
import type { Crawler } from '../ports/crawler.ts'
import type { Grader } from '../ports/grader.ts'
import type { Logger } from '../ports/logger.ts'
import type { RequestReport } from '../ports/request-report.ts'
import type { WebhookSender } from '../ports/webhook-sender.ts'
import type { SiteOptions } from '../site/site-options.ts'
import type { WorkerOptions } from './worker-steps.ts'

/** The parts of a server kit. Only `store` is needed. */
export interface DoorkitOptions extends SiteOptions {
  /** Where everything is kept. */
  readonly store: Store
  /** The agent that answers visitors. Default: `knowledgeAgent()`. */
  readonly agent?: Agent | undefined
  /**
   * Lists of words that mean the same in visitors' questions, each with commas between its words and
   * phrases: `['tarp, canopy, awning']`. They come on top of the common ones, such as price and cost, of
   * English, German, French, Spanish and Dutch.
   */
  readonly synonyms?: readonly string[] | undefined
  /**
   * The fate of the agent's turn when the client hangs up, or stops to read the stream: `finish`
   * lets it end and stores it, and the next message waits for that; `abort` aborts it and keeps
   * only its question. Default `finish`.
   */
  readonly onDisconnect?: 'finish' | 'abort' | undefined
  /**
   * Whether the agent goes on to answer in a chat session that was handed off to a person. Default
   * false: the visitor's message is stored, and the reply has no text.
   */
  readonly answerAfterHandoff?: boolean | undefined
  /**
   * Limits of plans that differ from the contract's: rates, chat sessions of a month (null for no
   * chat API), webhook endpoints (up to 100) and chat buttons (up to 1,000). `unlimited` stands for
   * one of them, for all of a plan, or for all of every plan: such rates are not counted, and answers
   * carry no `RateLimit-*` headers. A wrong one is thrown as a KitError `invalid_input`.
   */
  readonly plans?: PlanOverrides | undefined
  /** The grader of conversations that went quiet. Default: `ruleGrader()`. */
  readonly grader?: Grader | undefined
  /** How long a conversation is quiet before it is graded, in milliseconds. Default 1,800,000. */
  readonly quietMs?: number | undefined
  /**
   * Keys that signing secrets and stored answers are sealed with. The highest version seals, all
   * of them open. Default: one that the store keeps, which is for development; see
   * `generateMasterKey`.
   */
  readonly masterKeys?: readonly MasterKey[] | undefined
  /**
   * The version of the master key that seals, while a newer one is given to one server after the
   * other: until all can open it, none may seal with it. Default: the highest version given.
   */
  readonly sealWith?: number | undefined
  /**
   * Whether the store is brought to the kit's schema at the first use. With false, for hosts that do
   * so before (`doorkit migrate`), a store that is behind is refused with `store_behind`. Default true.
   */
  readonly migrate?: boolean | undefined
  /** From an event to the building of its webhook payload, in milliseconds. Default 3,000. */
  readonly payloadDelayMs?: number | undefined
  /** Lets webhooks go to private hosts, and there over plain HTTP: for development. Default false. */
  readonly allowPrivateWebhooks?: boolean | undefined
  /** Lets knowledge pages be on private addresses: for development. Default false. */
  readonly allowPrivatePages?: boolean | undefined
  /** Reads knowledge pages. Default: over HTTP, keeping to robots.txt. */
  readonly crawler?: Crawler | undefined
  /** How the worker works; see there for the defaults. */
  readonly worker?: WorkerOptions | undefined
  /** Where the kit reports what it does. Default: nowhere. */
  readonly logger?: Logger | undefined
  /**
   * Takes a report of every request once its answer has ended, for logs and metrics. What it throws
   * is logged and changes nothing, and a promise that it gives is not waited for.
   */
  readonly onRequest?: ((report: RequestReport) => void) | undefined
  /** The time, and its timers; a test moves one of its own. Default: the machine's clock. */
  readonly clock?: Clock | undefined
  /**
   * The sender of webhooks: a queue in front of the network, or a test's receiver. Default: a sender
   * on undici's pools that reaches public addresses only. One that gives no outcome within 15 seconds
   * has failed to deliver. `close` closes it.
   */
  readonly sender?: WebhookSender | undefined
  /**
   * Resolves the host names of webhooks and pages. A name without an answer within 3 seconds does
   * not resolve: an address with it is taken, and fails when it is used. Default: the hosts file and the machine's name
   * servers, within 3 seconds; where private hosts are allowed, then as other programs do.
   */
  readonly resolve?: Resolve | undefined
  /** A number from 0 to 1. Default `Math.random`. */
  readonly random?: (() => number) | undefined
}
