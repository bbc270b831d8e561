import { api, WeeklyHoursInput } from '@doorkit/models'
import { createInFlight, type Store } from '@doorkit/store'
import { manageKeys } from '../admin/api-keys.ts'
import { diagnose } from '../admin/diagnose-deployment.ts'
import { manageMasterKeys } from '../admin/master-keys.ts'
import { createCounts } from '../admin/metrics/create-counts.ts'
import { metricsReader } from '../admin/metrics/read-metrics.ts'
import { timedStore } from '../admin/metrics/timed-store.ts'
import { usageReader } from '../admin/read-usage.ts'
import { manageSiteKeys } from '../admin/site-keys.ts'
import { manageWorkspaces } from '../admin/workspaces.ts'
import { manageTurns } from '../chat/cancel-turn.ts'
import { checkTools, checkTurnLimits } from '../chat/check-agent-options.ts'
import { schemaPlan } from '../collections/all-collections.ts'
import { createInboxChanges } from '../console/inbox-changes.ts'
import { check } from '../errors/check-input.ts'
import { KitError } from '../errors/kit-error.ts'
import type { AnyHandlers, Handlers } from '../handlers/handler-types.ts'
import * as handlers from '../handlers/index.ts'
import { authenticateApiKey } from '../http/pipeline/authenticate-api-key.ts'
import { createPipeline } from '../http/pipeline/handle-request.ts'
import { apiKeyLimit } from '../http/pipeline/rate-limit.ts'
import { createIds } from '../ids/ids.ts'
import { createFairStores } from '../limits/fair-store.ts'
import { createTicks } from '../limits/fair-ticks.ts'
import { planTable } from '../limits/plan-limits.ts'
import { boundedResolve, createResolver } from '../network/resolver.ts'
import type { TurnReport } from '../ports/agent-turn-report.ts'
import { type Clock, keepAlive, systemClock } from '../ports/clock.ts'
import { countingListener } from '../ports/listener.ts'
import { type Logger, silentLogger, withErr } from '../ports/logger.ts'
import { checkRetention, hostRowsRemover, manageRetention } from '../privacy/host-retention.ts'
import { managePrivacy } from '../privacy/manage-privacy.ts'
import { managePeople } from '../recorder/manage-people.ts'
import { createRecorder } from '../recorder/recorder.ts'
import { createRequestLog } from '../requests/request-log.ts'
import { createSealer } from '../secrets/encryption.ts'
import { checkVault } from '../secrets/open-vault.ts'
import { managePreviews } from '../site/preview-tokens.ts'
import { createVisitorEvents } from '../site/visitor-events.ts'
import { memoizeUntilSuccess } from '../values/memoize-until-success.ts'
import { createWorker } from '../worker/worker.ts'
import type { Doorkit } from './doorkit.ts'
import type { DoorkitOptions } from './doorkit-options.ts'
import { serveCalendar } from './serve-calendar.ts'
import { serveConsole } from './serve-console.ts'
import { serveRequests } from './serve-requests.ts'
import { serveSite } from './serve-site.ts'
import { startServices } from './start-services.ts'
import { workerSteps } from './worker-steps.ts'

/**
 * How long aborted turns may take to end, and how long the sender and the rate limit counter may then
 * take to close.
 */
const cleanUpMs = 1_000

/**
 * Makes a server kit. It opens the store on first use.
 *
 * @param idBytes - the source of the random bytes in ids, for a demonstration with the same ids each
 * time. Default: random bytes.
 */
export function createDoorkit(
  options: DoorkitOptions,
  idBytes?: (bytes: number) => Uint8Array,
): Doorkit {
  const { clock = systemClock, random = Math.random } = options
  const logger = withErr(options.logger ?? silentLogger)
  checkTools(options.tools ?? [])
  checkRetention(options.retention)
  if (options.teamHours) check(WeeklyHoursInput, options.teamHours, 'teamHours')
  checkTurnLimits(options)
  const ticks = createTicks()
  const { worker: workerOptions = {}, onTurn } = options
  const steps = workerSteps(workerOptions, {
    hasNotify: options.notify !== undefined,
    hasModel: options.embed !== undefined,
  })
  const counts = createCounts(Object.keys(steps))
  const timed = timedStore(options.store, counts.storeCall)
  const fairOptions = { clock, random, ticks, plan: schemaPlan }
  const { store, fairStore } = createFairStores(timed, fairOptions)
  const makeId = createIds(clock.now, idBytes)
  const closing = new AbortController()
  let retired = false
  const { track, ended } = createInFlight()
  const requestLog = createRequestLog(store, clock, logger)
  const base = {
    store,
    fairStore,
    enterTick: ticks.enter,
    clock,
    logger,
    random,
    makeId,
    closing: closing.signal,
    requestLog,
    countAnswer: counts.answer,
    onRequest: options.onRequest,
    onDelivery: countingListener(counts.delivery, 'onDelivery', options.onDelivery, logger),
    onStep: countingListener(counts.step, 'onStep', options.onStep, logger),
    plans: planTable(options.plans),
  }
  const countTurn = (report: TurnReport) => {
    counts.turn(report)
    return onTurn?.(report)
  }
  const opened = memoizeUntilSuccess(async () => {
    const { masterKeys, sealWith } = options
    // Unusable master keys are refused before the store is migrated.
    if (masterKeys || sealWith !== undefined) createSealer(masterKeys ?? [], undefined, sealWith)
    await (options.migrate === false ? requireSchema(store) : migrate(store, logger))
    return base
  })
  const ready = memoizeUntilSuccess(async () =>
    startServices({ ...options, onTurn: countTurn }, await opened(), (work) => {
      track(work()).catch((error) => logger.error({ error }, 'Background work failed.'))
    }),
  )
  const parts = { base, ready, track }
  const workspaceApi = createPipeline({
    operations: api,
    handlers: handlers satisfies Handlers as unknown as AnyHandlers,
    authenticate: authenticateApiKey,
    limit: apiKeyLimit,
    cors: null,
  })
  const visitorEvents = createVisitorEvents(base)
  const inboxChanges = createInboxChanges(base)
  const retire = () => {
    retired = true
    visitorEvents.close()
    inboxChanges.close()
  }
  const removeHostRows = hostRowsRemover(options.retention ?? {})
  const worker = createWorker(ready, steps, workerOptions.pollMs, removeHostRows)
  const vault = async () => (await ready()).vault
  const masterKeys = manageMasterKeys(
    options.masterKeys,
    logger,
    async () => (await opened()).store,
    vault,
  )

  return {
    ...serveRequests(parts, workspaceApi),
    // Members that need only the open store work without a master key, because an administrator need
    // not be able to read the stored secrets.
    workspaces: manageWorkspaces(opened),
    keys: manageKeys(opened),
    site: {
      ...serveSite(parts, options, visitorEvents),
      ...managePreviews(opened, vault),
    },
    console: (consoleOptions) =>
      serveConsole({ ...parts, opened, inboxChanges, steps }, consoleOptions),
    siteKeys: manageSiteKeys(opened, vault),
    requests: { list: async (options) => (await opened()).requestLog.list(options) },
    masterKeys,
    diagnose: () => {
      const resolve = options.resolve
        ? boundedResolve(options.resolve, clock)
        : createResolver({ clock, asMachine: true })
      return diagnose({ store, clock, resolve, masterKeys, steps })
    },
    metrics: metricsReader({
      opened,
      clock,
      logger,
      counts,
      steps,
      streams: { site: visitorEvents, console: inboxChanges },
    }),
    privacy: managePrivacy(ready),
    retention: manageRetention(ready, options.retention ?? {}),
    turns: manageTurns(ready),
    usage: usageReader(opened),
    worker,
    record: (workspace) => createRecorder(ready, workspace),
    calendar: (calendarOptions) => serveCalendar(parts, calendarOptions),
    people: (workspace) => managePeople(ready, workspace),
    migrate: (migrateOptions) => store.migrate(schemaPlan, migrateOptions),
    async backup(backupOptions) {
      if (store.backup) return track(store.backup(backupOptions))
      const message =
        "This store does not offer backups: back up its database with the database's own tools, such as pg_dump."
      throw new KitError('conflict', message)
    },
    async ping(signal) {
      if (retired) {
        throw new KitError('closing', 'This server is shutting down. Send requests to another one.')
      }
      await store.ping(signal)
      await checkVault(store, await vault())
    },
    retire,
    async close({ timeoutMs = 10_000 } = {}) {
      retire()
      const drain = async () => {
        await worker.stop()
        await ended()
      }
      const allowExit = keepAlive()
      try {
        const drained = drain()
        await atMost(clock, timeoutMs, drained)
        closing.abort(new Error('The server is closing.'))
        await atMost(clock, cleanUpMs, drained)
        await requestLog.flush().catch((error) => {
          logger.warn({ error }, 'The request log could not be written.')
        })
        const closed = ready
          .begun()
          ?.then(({ sender, rateLimitCounter }) =>
            Promise.all([sender.close(), rateLimitCounter.close()]),
          )
        await atMost(clock, cleanUpMs, Promise.allSettled([closed]))
        await store.close()
      } finally {
        allowExit()
      }
    },
  }
}

/** Waits for work, but at most `timeoutMs` milliseconds. */
async function atMost(clock: Clock, timeoutMs: number, work: Promise<unknown>): Promise<void> {
  const timeout = Promise.withResolvers<void>()
  const cancel = clock.after(timeoutMs, timeout.resolve)
  await Promise.race([work, timeout.promise])
  cancel()
}

async function migrate(store: Store, logger: Logger): Promise<void> {
  const { statements } = await store.migrate(schemaPlan)
  if (statements.length > 0) {
    logger.info({ statements: statements.length }, 'The store was migrated to the current schema.')
  }
}

/** Throws if a migration is necessary. Otherwise, the dry run has made the store ready for use. */
async function requireSchema(store: Store): Promise<void> {
  const { statements } = await store.migrate(schemaPlan, { dryRun: true })
  if (statements.length === 0) return
  const message = `The schema of the store is older than this version, and \`migrate\` is false: run doorkit migrate, or migrate() of a server kit, before the server starts.`
  throw new KitError('store_behind', message, { param: 'migrate' })
}
