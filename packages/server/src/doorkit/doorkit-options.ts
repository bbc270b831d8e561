import type { WeeklyHoursInput } from '@doorkit/models'
import type { Store } from '@doorkit/store'
import type { PlanOverrides } from '../limits/plan-limits.ts'
import type { Resolve } from '../network/check-public-address.ts'
import type { Agent, AgentErrorHandler, TokenAllowance } from '../ports/agent.ts'
import type { AgentTool } from '../ports/agent-tool.ts'
import type { TurnReport } from '../ports/agent-turn-report.ts'
import type { Clock } from '../ports/clock.ts'
import type { Crawler } from '../ports/crawler.ts'
import type { DeliveryReport } from '../ports/delivery-report.ts'
import type { EmbeddingModel } from '../ports/embedding-model.ts'
import type { Grader } from '../ports/grader.ts'
import type { KnowledgeSearch } from '../ports/knowledge-search.ts'
import type { Logger } from '../ports/logger.ts'
import type { Notify } from '../ports/notify.ts'
import type { RequestReport } from '../ports/request-report.ts'
import type { StepReport } from '../ports/step-report.ts'
import type { WebhookSender } from '../ports/webhook-sender.ts'
import type { RetentionOptions } from '../privacy/host-retention.ts'
import type { MasterKey } from '../secrets/encryption.ts'
import type { SiteOptions } from '../site/site-options.ts'
import type { WorkerOptions } from './worker-steps.ts'

/**
 * The options of a server kit. Only `store` is required. `createDoorkit` throws KitError `invalid_input`
 * for an unusable value of `tools`, `teamHours`, `retention`, `plans` or a limit of the agent's turns.
 */
export interface DoorkitOptions extends SiteOptions {
  /** The store for all data. */
  readonly store: Store
  /** The agent that answers visitors. Default: `knowledgeAgent()`. */
  readonly agent?: Agent | undefined
  /**
   * Tools of your own for the agent, made with `defineTool`. Each tool needs a name of its own, which no
   * tool of the kit has. Default: none.
   */
  readonly tools?: readonly AgentTool[] | undefined
  /**
   * Words and phrases that mean the same in visitors' questions. Each text is one list, separated by
   * commas: `['tarp, canopy, awning']`. The lists extend the built-in ones of English, German, French,
   * Spanish and Dutch, which cover words such as price and cost.
   */
  readonly synonyms?: readonly string[] | undefined
  /**
   * Called when the agent cannot answer, unless the server is closing. Return the text to answer
   * instead, `handoff` to ask for a person, or `throw` to fail the turn. With a text or `handoff`, the
   * effects of the turn's tools are stored too. The function has the rest of the turn's time, but never
   * less than 3 seconds. Default `throw`.
   */
  readonly onAgentError?: AgentErrorHandler | undefined
  /**
   * Receives a report of every turn of the agent that ended in this process, for metrics. The errors of
   * this function are logged and change nothing.
   */
  readonly onTurn?: ((report: TurnReport) => void) | undefined
  /**
   * Receives a report of every attempt to deliver a webhook, for metrics. Only the process whose worker
   * made the attempt reports it. The first error of this function is logged, and no error changes
   * anything.
   */
  readonly onDelivery?: ((report: DeliveryReport) => void) | undefined
  /**
   * Receives a report of every piece of work of this process's worker: its step, duration and outcome.
   * The first error of this function is logged, and no error changes anything.
   */
  readonly onStep?: ((report: StepReport) => void) | undefined
  /** How long a turn may take, in milliseconds: 1 to 60,000. Default 60,000. */
  readonly turnTimeoutMs?: number | undefined
  /**
   * How long the first word of an answer may take, in milliseconds: 1 to 60,000. Default: as long as the
   * turn.
   */
  readonly firstWordTimeoutMs?: number | undefined
  /**
   * The tokens, read and written, that the agent of a workspace may use in a calendar month (UTC): a
   * number, or a function that gets the workspace in each turn. They are counted in the store, for all
   * processes. Once they are used up, the kit no longer calls the agent: the visitor reads that no more
   * questions can be answered, and is offered a person. Contact details and requests for a person or a
   * meeting are still accepted. `onTurn` then reports `tokens_used`. Turns that have begun end as
   * usual, so the last ones may exceed the limit. Default: no limit.
   */
  readonly tokensPerMonth?: TokenAllowance | undefined
  /**
   * A search engine of your own for the knowledge, in place of the kit's. It must keep its own index of
   * the knowledge. Default: the kit's search, which the store performs.
   */
  readonly search?: KnowledgeSearch | undefined
  /**
   * An embedding model of the AI SDK, such as `openai.embedding('text-embedding-3-small')`. The worker
   * then embeds all knowledge, and a search finds passages by their words and by their meaning. A
   * process compares up to 20,000 passages of a workspace in memory; PostgreSQL with pgvector compares
   * all of them. Default: passages are found by their words only.
   */
  readonly embed?: EmbeddingModel | undefined
  /**
   * The smallest cosine between a question and a passage that is found by its meaning, from 0 to 1. It
   * depends on the model: try questions that your knowledge does not answer. Default 0.35.
   */
  readonly leastSimilarity?: number | undefined
  /**
   * What happens to a chat turn when its client hangs up or stops reading the stream. `finish` lets the
   * turn end and stores its answer, and the next message waits for that. `abort` aborts the turn and
   * stores no answer. Default `finish`.
   */
  readonly onDisconnect?: 'finish' | 'abort' | undefined
  /**
   * Whether the agent answers while a visitor waits for a person. With false, the visitor's message is
   * stored and the reply has no text, as when a person answers. Default true.
   */
  readonly answerAfterHandoff?: boolean | undefined
  /**
   * How long a visitor waits for a person, in milliseconds, before the conversation goes back to the
   * agent. The time starts with the request for a person, and starts again when somebody then joins.
   * Once a person has answered, or if a person joined without a request, it starts with the first
   * message that the person leaves unanswered. When the time is over, the visitor reads an apology, and
   * `handoff.unanswered` is emitted. Default: no limit.
   */
  readonly unansweredMs?: number | undefined
  /**
   * When people of the team answer, by weekday and time zone, with holidays. Outside of these hours, a
   * visitor who asks for a person learns when somebody answers, and is asked for an email address if
   * none is known. The agent then answers even with `answerAfterHandoff: false`, and the time of
   * `unansweredMs` starts when the hours begin again. A workspace can have hours of its own:
   * `handoff.hours` of its agent. Default: somebody always answers.
   */
  readonly teamHours?: WeeklyHoursInput | undefined
  /**
   * How long to keep conversations, meetings and bookings: `{ conversations: '180d' }`. The worker
   * removes older ones in portions, once a minute; `doorkit.retention.preview()` counts what would be
   * removed, and removes nothing. Analytics keep their counts. Default: forever.
   */
  readonly retention?: RetentionOptions | undefined
  /**
   * Notifies your team, for example by Slack or email, when a visitor asks for a person, writes to the
   * person who has joined, or is not answered in time. The worker calls this function, and calls it
   * again if it fails. Pass it in every process: a process without it creates no notices. Default: none.
   */
  readonly notify?: Notify | undefined
  /**
   * The apology that the visitor reads when no person has answered in time. Default: an apology in
   * English.
   */
  readonly apology?: string | undefined
  /**
   * Plan limits that differ from the contract's: rates, chat sessions per month (null for no chat API),
   * webhook endpoints (up to 100) and chat buttons (up to 1,000). `unlimited` can replace one limit, all
   * limits of a plan, or all limits of all plans. With an unlimited rate, requests are not counted, and
   * answers have no `RateLimit-*` headers.
   */
  readonly plans?: PlanOverrides | undefined
  /** The grader of quiet conversations. Default: `ruleGrader()`. */
  readonly grader?: Grader | undefined
  /** How long a conversation must be quiet before it is graded, in milliseconds. Default 1,800,000. */
  readonly quietMs?: number | undefined
  /**
   * The master keys, which seal signing secrets and stored answers. The master key with the highest
   * version seals, unless `sealWith` names another one. Each opens what it has sealed. `generateMasterKey`
   * makes one. Default: a master key in the store itself, which is only for development.
   */
  readonly masterKeys?: readonly MasterKey[] | undefined
  /**
   * The version of the master key that seals. Set it to the old version while you roll out a new master
   * key: no server may seal with the new one before all servers have it. Default: the highest version.
   */
  readonly sealWith?: number | undefined
  /**
   * Whether the first use migrates the store to the kit's schema. Use false if you migrate before the
   * start (`doorkit migrate`): a store with an older schema is then refused with `store_behind`.
   * Default true.
   */
  readonly migrate?: boolean | undefined
  /** The delay from an event until its webhook payload is built, in milliseconds. Default 3,000. */
  readonly payloadDelayMs?: number | undefined
  /**
   * Allows webhooks to private hosts, and plain HTTP to them. Use it only for development. Default
   * false.
   */
  readonly allowPrivateWebhooks?: boolean | undefined
  /** Allows knowledge pages on private addresses. Use it only for development. Default false. */
  readonly allowPrivatePages?: boolean | undefined
  /** Reads knowledge pages. Default: a crawler over HTTP that respects robots.txt. */
  readonly crawler?: Crawler | undefined
  /** The options of the worker. */
  readonly worker?: WorkerOptions | undefined
  /** Receives the kit's log records. Default: nothing is logged. */
  readonly logger?: Logger | undefined
  /**
   * Receives a report of every API request, for logs and metrics: once the answer exists or, if it is a
   * stream, ends. Requests for files of the widget and the console, sign-ins to the console by a link,
   * sign-outs, and webhooks of calendars are not reported. The errors of this function are logged and
   * change nothing. If it returns a promise, the kit does not wait for it.
   */
  readonly onRequest?: ((report: RequestReport) => void) | undefined
  /** Tells the time and sets timers. Tests pass a `manualClock`. Default: the machine's clock. */
  readonly clock?: Clock | undefined
  /**
   * Sends webhooks: pass your own to use a queue, or to receive them in a test. An attempt without an
   * outcome after 15 seconds has failed. `close` closes the sender. Default: a sender with undici's
   * connection pools that reaches only public addresses, unless `allowPrivateWebhooks` is true.
   */
  readonly sender?: WebhookSender | undefined
  /**
   * Resolves the host names of webhooks and pages. A name without an answer within 3 seconds does not
   * resolve: a URL with that name is accepted, and fails when it is used. Default: the hosts file and
   * the machine's name servers. The operating system resolves the names that neither of them knows, if
   * private hosts are allowed or no name server can be reached.
   */
  readonly resolve?: Resolve | undefined
  /** Returns a number from 0 to below 1, for the jitter of retries. Default `Math.random`. */
  readonly random?: (() => number) | undefined
}
