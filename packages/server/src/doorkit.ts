import { api, toTimestamp } from '@doorkit/models'
import { type Keys, manageKeys } from './admin/keys.ts'
import { type MasterKeys, manageMasterKeys } from './admin/master-keys.ts'
import { createRequestLog, type Requests } from './admin/request-log.ts'
import { manageWorkspaces, type Workspaces } from './admin/workspaces.ts'
import { knowledgeAgent } from './agent/knowledge-agent.ts'
import { manageTurns, type Turns } from './chat/manage-turns.ts'
import { createRunningTurns } from './chat/running-turns.ts'
import { createCursors } from './collections/cursor.ts'
import { schemaPlan } from './collections/plan.ts'
import { createWebCrawler } from './crawler/web-crawler.ts'
import { createTimeReport } from './far-ahead.ts'
import { ruleGrader } from './grading/rule-grader.ts'
import { handlers } from './handlers/index.ts'
import { handle } from './http/pipeline/handle.ts'
import { outsideAnswer, versionPath } from './http/pipeline/path.ts'
import { type RequestReport, reportRequest } from './http/pipeline/request-report.ts'
import { createRouter } from './http/pipeline/route.ts'
import { createIds } from './ids.ts'
import { checkPageUrl, checkPublicUrl, isPublicAddress, type Resolve } from './network/address.ts'
import { createResolver } from './network/resolver.ts'
import { type PlanOverrides, planTable } from './plans.ts'
import type { Agent } from './ports/agent.ts'
import { type Clock, systemClock } from './ports/clock.ts'
import type { Crawler } from './ports/crawler.ts'
import type { Grader } from './ports/grader.ts'
import { type Logger, silentLogger } from './ports/logger.ts'
import { createRecorder, type Recorder } from './reports/recorder.ts'
import { checkVault, openVault } from './secrets/open-vault.ts'
import { createSealer, keptVersion, type MasterKey } from './secrets/vault.ts'
import type { Services, StoreServices } from './services.ts'
import { countWithoutStore } from './store/count-without-store.ts'
import { fairStores } from './store/fair-stores.ts'
import type { MigrateOptions, MigrationReport, Store } from './store/index.ts'
import { resilientStore } from './store/resilient-store.ts'
import { createTurns } from './take-turns.ts'
import { createSender, type WebhookSender } from './webhooks/sender.ts'
import { createWorker, type Worker, type WorkerOptions } from './worker/worker.ts'

/** What a server kit is made of. Only `store` is needed. */
export interface DoorkitOptions {
  /** Where everything is kept. */
  readonly store: Store
  /** Who answers visitors. Default: {@link knowledgeAgent}. */
  readonly agent?: Agent | undefined
  /**
   * What becomes of the agent's turn when the client hangs up, or stops to read the stream: `finish`
   * lets it end and stores it, `abort` aborts it and keeps nothing of it. Default `finish`.
   */
  readonly onDisconnect?: 'finish' | 'abort' | undefined
  /**
   * Whether the agent goes on to answer in a chat session that was handed off to a person. Default
   * false: the visitor's message is stored, and the reply has no text.
   */
  readonly answerAfterHandoff?: boolean | undefined
  /**
   * Limits of plans that differ from the contract's: rates, chat sessions of a month (null for no
   * chat API), webhook endpoints (up to 100) and chat buttons (up to 1,000). A wrong one is thrown
   * as a DoorkitError `invalid_input`.
   */
  readonly plans?: PlanOverrides | undefined
  /** Who judges conversations that went quiet. Default: {@link ruleGrader}. */
  readonly grader?: Grader | undefined
  /** How long a conversation is quiet before it is graded, in milliseconds. Default 1,800,000. */
  readonly quietMs?: number | undefined
  /**
   * Keys that signing secrets and stored answers are sealed with. The highest version seals, all
   * of them open. Default: one that the store keeps, which is for development; see
   * {@link generateMasterKey}.
   */
  readonly masterKeys?: readonly MasterKey[] | undefined
  /** Whether the store is brought to the kit's schema at the first use. Default true. */
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
   * is logged and changes nothing.
   */
  readonly onRequest?: ((report: RequestReport) => void) | undefined
  /** The time, and its timers; a test moves one of its own. Default: the machine's clock. */
  readonly clock?: Clock | undefined
  /**
   * Who posts webhooks: a queue in front of the network, or a test's receiver. Default: a sender
   * on undici's pools that reaches public addresses only. {@link Doorkit.close} closes it.
   */
  readonly sender?: WebhookSender | undefined
  /**
   * Resolves the host names of webhooks and pages. Default: the hosts file and the machine's name
   * servers, within 3 seconds; where private hosts are allowed, then as other programs do.
   */
  readonly resolve?: Resolve | undefined
  /** A number from 0 to 1. Default `Math.random`. */
  readonly random?: (() => number) | undefined
}

/** How a request reached {@link Doorkit.fetch}; the members of `RequestInit` count as there. */
export interface FetchOptions extends RequestInit {
  /** What the host stripped or matched before: the part of the path above the API. Default none. */
  readonly mountPath?: string | undefined
}

/** A running server kit. */
export interface Doorkit {
  /**
   * Serves one request: everything else wraps this. Takes what the standard `fetch` takes, so that
   * a client can be given it in place of the network. Never rejects.
   */
  readonly fetch: (input: Request | URL | string, options?: FetchOptions) => Promise<Response>
  /** Creates and changes workspaces, in code. */
  readonly workspaces: Workspaces
  /** Creates and revokes API keys, in code. */
  readonly keys: Keys
  /** Reads the latest calls of a workspace, in code. */
  readonly requests: Requests
  /** Replaces the keys that secrets at rest are sealed with. */
  readonly masterKeys: MasterKeys
  /** Ends turns of the agent early, in code. */
  readonly turns: Turns
  /** Delivers webhooks, reads pages, grades and forgets: start it in one process or in many. */
  readonly worker: Worker
  /** Takes in what the site, the calendar and the grader report about a workspace. */
  record(workspace: string): Recorder
  /** Brings the store to the kit's schema, or tells what that would take. */
  migrate(options?: MigrateOptions): Promise<MigrationReport>
  /**
   * Rejects when the store cannot answer or takes no writes, or holds secrets that no key opens: with `DoorkitError`
   * `master_key_mismatch`.
   */
  ping(signal?: AbortSignal): Promise<void>
  /**
   * Stops the worker, lets turns and requests under way end, and closes the store.
   *
   * @param options.timeoutMs - how long to wait for them. Turns that take longer are given up and
   * leave nothing. Default 10,000.
   */
  close(options?: { readonly timeoutMs?: number | undefined }): Promise<void>
}

const defaultPayloadDelayMs = 3_000
const defaultQuietMs = 30 * 60_000
const defaultCloseTimeoutMs = 10_000
/** For turns that were told to end to clean up after themselves. */
const givingUpMs = 1_000

/** Makes a server kit over a store. Nothing is opened or started until it is used. */
export function createDoorkit(options: DoorkitOptions): Doorkit {
  const { clock = systemClock, logger = silentLogger, random = Math.random } = options
  const store = countWithoutStore(resilientStore(options.store, clock, random), logger)
  const makeId = createIds(clock.now)
  const closing = new AbortController()
  const underWay = new Set<Promise<unknown>>()
  const track = <T>(work: Promise<T>): Promise<T> => {
    underWay.add(work)
    const done = () => underWay.delete(work)
    work.then(done, done)
    return work
  }
  const requestLog = createRequestLog(store, clock, logger)
  const base = {
    store,
    fairStore: fairStores(store),
    clock,
    logger,
    random,
    makeId,
    closing: closing.signal,
    requestLog,
    onRequest: options.onRequest,
    plans: planTable(options.plans),
  }
  const opened = untilItWorks(async () => {
    if (options.masterKeys) createSealer(options.masterKeys)
    if (options.migrate !== false) await migrate(store, logger)
    return base
  })
  const ready = untilItWorks(async () =>
    start(options, await opened(), (work) => {
      track(work()).catch((error) => logger.error({ error }, 'Background work failed.'))
    }),
  )
  const router = createRouter(api, handlers as unknown as Parameters<typeof createRouter>[1])
  const worker = createWorker(ready, options.worker ?? {})

  return {
    async fetch(input, { mountPath = '', ...init } = {}) {
      const isComplete = input instanceof Request && Object.keys(init).length === 0
      const request = isComplete ? input : new Request(input, init)
      const path = versionPath(new URL(request.url).pathname, mountPath)
      const startedAt = clock.now()
      const outside = (cause?: unknown) => {
        const { answer, response } = outsideAnswer(makeId, cause)
        return reportRequest(base, request, startedAt, answer, response)
      }
      if (path === null) return outside()
      try {
        return await track(handle(await ready(), router, request, path))
      } catch (error) {
        logger.error({ error }, 'The server kit could not start.')
        return outside(error)
      }
    },
    // These need no master key: whoever manages a store need not be able to read its secrets.
    workspaces: manageWorkspaces(opened),
    keys: manageKeys(opened),
    requests: { list: async (options) => (await opened()).requestLog.list(options) },
    masterKeys: manageMasterKeys(
      options.masterKeys,
      logger,
      async () => (await opened()).store,
      async () => (await ready()).vault,
    ),
    turns: manageTurns(ready),
    worker,
    record: (workspace) => createRecorder(ready, workspace),
    migrate: (migrateOptions) => store.migrate(schemaPlan, migrateOptions),
    async ping(signal) {
      await store.ping(signal)
      await checkVault(store, (await ready()).vault)
    },
    async close({ timeoutMs = defaultCloseTimeoutMs } = {}) {
      const drain = async () => {
        await worker.stop()
        while (underWay.size > 0) await Promise.allSettled(underWay)
      }
      // The timers of the clock let a process end, and a store may have no connection open.
      const keepAlive = setInterval(() => {}, timeoutMs + givingUpMs)
      try {
        const drained = drain()
        await atMost(clock, timeoutMs, drained)
        closing.abort(new Error('The server is closing.'))
        await atMost(clock, givingUpMs, drained)
        await requestLog.flush().catch((error) => {
          logger.warn({ error }, 'The request log was not written.')
        })
        await ready.begun()?.then(
          ({ sender }) => sender.close(),
          () => {},
        )
        await store.close()
      } finally {
        clearInterval(keepAlive)
      }
    },
  }
}

/** Waits for work, but no longer than a time. */
async function atMost(clock: Clock, timeoutMs: number, work: Promise<void>): Promise<void> {
  let cancel = () => {}
  const timeout = new Promise<void>((resolve) => {
    cancel = clock.after(timeoutMs, resolve)
  })
  await Promise.race([work, timeout])
  cancel()
}

/** Does something once, and again when it failed: a start is tried again by the next request. */
function untilItWorks<Result>(work: () => Promise<Result>) {
  let begun: Promise<Result> | undefined
  const once = () => {
    begun ??= work().catch((error) => {
      begun = undefined
      throw error
    })
    return begun
  }
  return Object.assign(once, { begun: () => begun })
}

async function migrate(store: Store, logger: Logger): Promise<void> {
  const { statements } = await store.migrate(schemaPlan)
  if (statements.length > 0) {
    logger.info({ statements: statements.length }, 'The store was brought to the schema.')
  }
}

async function start(
  options: DoorkitOptions,
  base: StoreServices,
  background: Services['background'],
): Promise<Services> {
  const { store, clock, logger } = base
  const vault = await openVault(store, options.masterKeys)
  if (vault.newest === keptVersion) {
    const problem = 'No masterKeys are given: the store keeps the key to its secrets itself'
    logger.warn({}, `${problem}, which is for development.`)
  }
  const allowPrivate = options.allowPrivateWebhooks ?? false
  const allowPrivatePages = options.allowPrivatePages ?? false
  const asMachine = allowPrivate || allowPrivatePages
  const resolve = options.resolve ?? createResolver({ clock, asMachine })
  const isAllowed = allowPrivatePages ? () => true : isPublicAddress
  logger.debug({ at: toTimestamp(clock.now()) }, 'The server kit is ready.')
  return {
    ...base,
    vault,
    background,
    takeTurns: createTurns(),
    reportTime: createTimeReport(clock, logger),
    checkUrl: (url) => checkPublicUrl(url, { resolve, allowPrivate }),
    checkPageUrl: (url) => checkPageUrl(url, { resolve, allowPrivate: allowPrivatePages }),
    crawler: options.crawler ?? createWebCrawler({ clock, resolve, isAllowed }),
    cursors: createCursors(vault),
    agent: options.agent ?? knowledgeAgent(),
    onDisconnect: options.onDisconnect ?? 'finish',
    answerAfterHandoff: options.answerAfterHandoff ?? false,
    runningTurns: createRunningTurns(),
    grader: options.grader ?? ruleGrader(),
    quietMs: options.quietMs ?? defaultQuietMs,
    sender: options.sender ?? createSender({ clock, resolve, allowPrivate }),
    payloadDelayMs: options.payloadDelayMs ?? defaultPayloadDelayMs,
  }
}
