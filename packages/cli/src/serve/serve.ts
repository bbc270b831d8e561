import type { Plan } from '@doorkit/models'
import { createDoorkit, type DoorkitOptions, type Logger, type MasterKey } from '@doorkit/server'
import { drainWatched, watchConnections } from '@doorkit/server/internal'
import type { Store } from '@doorkit/store'
import { openStore } from '../open-store.ts'
import { createRequestListener, type Phase } from './answer-request.ts'
import { listen } from './listen.ts'
import { createServer } from './node-http.ts'
import { type PreparedWorkspace, prepareWorkspace } from './prepare-workspace.ts'
import type { Address } from './read-address.ts'
import { refuseBrokenMessages, requireHost } from './refuse-broken-messages.ts'
import { serveMetrics } from './serve-metrics.ts'

/** The options of {@link serve}. */
export interface ServeSettings extends ServeStoreOptions {
  /** The store, as in `--store`. */
  readonly storeUrl: string
}

/** The options of {@link serveStore}. */
export interface ServeStoreOptions extends Address {
  /** Creates a live and a test workspace if there are none, and a new API key for each. */
  readonly keys: boolean
  /** Fills the live workspace with demo data. Implies `keys`. */
  readonly demo: boolean
  /** The plan of both workspaces, with `keys`. Default: their present one; `apex` for new ones. */
  readonly plan?: Plan | undefined
  /** How long after an event its webhook payload is built, in milliseconds. Default: the kit's. */
  readonly payloadDelayMs?: number | undefined
  /** Whether this process does background work, such as webhooks, crawls and retention. Default true. */
  readonly worker?: boolean | undefined
  /**
   * How long the server keeps serving after the call of `close`, in milliseconds. During this time
   * `/health/ready` answers 503, and each connection closes after its next answer. Default 0.
   */
  readonly drainMs?: number | undefined
  /** The address at which `/metrics` is served, apart from the API. Default: nowhere. */
  readonly metrics?: Address | undefined
  /** Sends webhooks to private hosts, also over plain HTTP: for development only. */
  readonly allowPrivateWebhooks: boolean
  /** Crawls knowledge pages on private addresses: for development only. */
  readonly allowPrivatePages: boolean
  /** Plan limits that replace the published ones. */
  readonly plans?: DoorkitOptions['plans']
  /** The master keys, which seal secrets at rest. Default: one that the store keeps itself. */
  readonly masterKeys?: readonly MasterKey[] | undefined
  /** The version of the master key that seals. Default: the highest. */
  readonly sealWith?: number | undefined
  /** Finds the address of a visitor behind a proxy. Default: no header is trusted. */
  readonly clientAddress?: DoorkitOptions['clientAddress']
  /** Receives log records. */
  readonly logger: Logger
  /** Receives a report of every API request. */
  readonly onRequest?: DoorkitOptions['onRequest']
}

/** A running server. */
export interface RunningServer {
  /** The address without a path, such as `http://127.0.0.1:4010`. */
  readonly origin: string
  /** A link that opens the console of the live workspace, once; null without `keys`. */
  readonly consoleUrl: string | null
  /** Where the metrics are; null without `metrics`. */
  readonly metricsUrl: string | null
  /** The live workspace and its new API key; null without `keys`. */
  readonly live: PreparedWorkspace | null
  /** The test workspace and its new API key; null without `keys`. */
  readonly test: PreparedWorkspace | null
  /**
   * Drains, finishes open requests and deliveries, and closes the store.
   *
   * @param options.drainMs - overrides the `drainMs` that the server was started with.
   */
  close(options?: { readonly drainMs?: number | undefined }): Promise<void>
}

/** How long to wait for open requests when the server stops, and then again for deliveries. */
const endTimeoutMs = 10_000

const ownerLinkSeconds = 24 * 3_600

/**
 * Serves the API of a store and delivers its webhooks.
 *
 * @throws CliError if the URL of the store is unusable, or the server cannot listen on the address; or
 * the error of a store that cannot be opened or does not answer.
 */
export async function serve(options: ServeSettings): Promise<RunningServer> {
  return serveStore(await openStore(options.storeUrl, { missing: 'create' }), options)
}

/**
 * Serves an open store like {@link serve}. The host application can also use the store. Closing the
 * server closes the store, and so does a failed start.
 *
 * @throws CliError if the server cannot listen on the address; or the error of a store that does not
 * answer.
 */
export async function serveStore(store: Store, options: ServeStoreOptions): Promise<RunningServer> {
  const {
    host,
    port,
    demo,
    keys,
    plan,
    worker: hasWorker,
    drainMs,
    metrics,
    ...kitOptions
  } = options
  const { logger } = kitOptions
  const doorkit = createDoorkit({ ...kitOptions, store })
  const server = createServer({ requireHostHeader: false })
  const connections = watchConnections(server)
  if (drainMs) {
    // Answers announce `keepAliveTimeout`, so that no client reuses a connection that draining may close.
    server.keepAliveTimeout = Math.min(server.keepAliveTimeout, Math.max(1_000, drainMs))
  }
  // Only links sign people in here. A host with its own sign-in mounts the console itself.
  const console = doorkit.console({ authorize: () => null })
  let phase: Phase = 'starting'
  let metricsServer: Awaited<ReturnType<typeof serveMetrics>> | undefined
  refuseBrokenMessages(server)
  server.on('request', requireHost(createRequestListener(doorkit, console, () => phase)))
  try {
    // The server listens first, because a server that cannot listen must create nothing.
    const origin = await listen(server, host, port)
    if (metrics) metricsServer = await serveMetrics(doorkit, metrics)
    await doorkit.ping()
    const live = keys || demo ? await prepareWorkspace(doorkit, 'live', plan, logger) : null
    const test = keys || demo ? await prepareWorkspace(doorkit, 'test', plan, logger) : null
    if (demo && live) {
      const { seedDemo } = await import('../demo/seed-demo.ts')
      await seedDemo({ store, workspace: live.workspace.id })
    }
    if (hasWorker !== false) await doorkit.worker.start()
    // Nobody can sign in without a link, so the person who starts the server gets one.
    const link =
      live &&
      (await console.createLink({
        workspace: live.workspace.id,
        person: ownerOf({ demo }),
        role: 'owner',
        baseUrl: `${origin}/console`,
        openWithinSeconds: ownerLinkSeconds,
      }))
    phase = 'ready'
    return {
      origin,
      consoleUrl: link?.url ?? null,
      metricsUrl: metricsServer?.url ?? null,
      live,
      test,
      async close({ drainMs: serveMs = drainMs ?? 0 } = {}) {
        phase = 'draining'
        const times = { serveMs, timeoutMs: endTimeoutMs }
        // The metrics are served until the end, so that they also count the last deliveries and turns.
        await drainWatched(server, connections, doorkit, times).finally(() =>
          metricsServer?.close(),
        )
      },
    }
  } catch (error) {
    metricsServer?.close()
    server.close()
    server.closeAllConnections()
    await doorkit.close()
    throw error
  }
}

/** The person who starts the server. In a demo they have an ordinary name, as colleagues do. */
export function ownerOf({ demo }: Pick<ServeStoreOptions, 'demo'>) {
  return { id: 'owner', name: demo ? 'Grace Hopper' : 'Owner' }
}
