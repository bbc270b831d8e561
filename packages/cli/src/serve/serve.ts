import type { Plan } from '@doorkit/models'
import { createDoorkit, type DoorkitOptions, type Logger, type MasterKey } from '@doorkit/server'
import { drainWatched, watchConnections } from '@doorkit/server/internal'
import type { Store } from '@doorkit/server/store'
import { openStore } from '../open-store.ts'
import type { Address } from './address.ts'
import { createServer } from './http.ts'
import { listen } from './listen.ts'
import { type PreparedWorkspace, prepareWorkspace } from './prepare-workspace.ts'
import { refuseBroken, requireHost } from './refuse-broken.ts'
import { createSite, type Phase } from './site.ts'

/** The store that {@link serve} serves, and the address. */
export interface ServeSettings extends ServeStoreOptions {
  /** A store as in `--store`. */
  readonly storeUrl: string
}

/** Where {@link serveStore} serves, and how. */
export interface ServeStoreOptions extends Address {
  /** Whether a live and a test workspace are there afterwards, with a new key to each. */
  readonly keys: boolean
  /** Whether the live workspace is filled with the demonstration. It comes with `keys`. */
  readonly demo: boolean
  /** The plan of both workspaces, with `keys`. Default: the one they have, `apex` for new ones. */
  readonly plan?: Plan | undefined
  /** From an event to the building of its webhook payload, in milliseconds. Default: the kit's. */
  readonly payloadDelayMs?: number | undefined
  /** Whether webhooks are delivered, pages read and conversations graded here. Default true. */
  readonly worker?: boolean | undefined
  /**
   * For how long it goes on serving after the signal to stop, in milliseconds: `/health/ready`
   * answers 503 in this time, and each connection ends with its next answer. Default 0.
   */
  readonly drainMs?: number | undefined
  /** Lets webhooks go to private hosts, and there over plain HTTP: for development. */
  readonly allowPrivateWebhooks: boolean
  /** Lets knowledge pages be on private addresses: for development. */
  readonly allowPrivatePages: boolean
  /** Limits of plans that differ from the published ones. */
  readonly plans?: DoorkitOptions['plans']
  /** The keys that seal secrets at rest. Default: a key that the store keeps. */
  readonly masterKeys?: readonly MasterKey[] | undefined
  /** The version of the one that seals. Default: the highest. */
  readonly sealWith?: number | undefined
  /** Takes what happens while it serves. */
  readonly logger: Logger
  /** Takes a report of every request of the API. */
  readonly onRequest?: DoorkitOptions['onRequest']
}

/** A server that answers. */
export interface Serving {
  /** Without a path: `http://127.0.0.1:4010`. */
  readonly origin: string
  /** The workspace whose keys begin with `dk_live_`, and a key of it; null without `keys`. */
  readonly live: PreparedWorkspace | null
  /** The workspace whose keys begin with `dk_test_`, and a key of it; null without `keys`. */
  readonly test: PreparedWorkspace | null
  /**
   * Drains, ends the requests under way and the deliveries in hand, closes the store.
   *
   * @param options.drainMs - in place of the one it was started with.
   */
  close(options?: { readonly drainMs?: number | undefined }): Promise<void>
}

/** For what is under way, once no more comes. */
const endTimeoutMs = 10_000

/**
 * Serves the API on a store and delivers its webhooks.
 *
 * @throws CliError when the store cannot be opened or the address cannot be listened on.
 */
export async function serve(options: ServeSettings): Promise<Serving> {
  return serveStore(await openStore(options.storeUrl, { missing: 'create' }), options)
}

/**
 * Serves a store that is open already, as {@link serve} does: one that the host application works
 * on too. It is closed with the server.
 *
 * @throws CliError when the address cannot be listened on.
 */
export async function serveStore(store: Store, options: ServeStoreOptions): Promise<Serving> {
  const { demo, keys, plan, payloadDelayMs, masterKeys, logger } = options
  const doorkit = createDoorkit({
    store,
    payloadDelayMs,
    allowPrivateWebhooks: options.allowPrivateWebhooks,
    allowPrivatePages: options.allowPrivatePages,
    masterKeys,
    sealWith: options.sealWith,
    plans: options.plans,
    logger,
    onRequest: options.onRequest,
  })
  const server = createServer({ requireHostHeader: false })
  const connections = watchConnections(server)
  if (options.drainMs) {
    // The answers ask clients to use no connection that may be ended under them while it drains.
    server.keepAliveTimeout = Math.min(server.keepAliveTimeout, Math.max(1_000, options.drainMs))
  }
  let phase: Phase = 'starting'
  refuseBroken(server)
  server.on('request', requireHost(createSite(doorkit, () => phase)))
  try {
    // First of all: nothing is made for a server that cannot listen.
    const origin = await listen(server, options.host, options.port)
    await doorkit.ping()
    const live = keys || demo ? await prepareWorkspace(doorkit, 'live', plan, logger) : null
    const test = keys || demo ? await prepareWorkspace(doorkit, 'test', plan, logger) : null
    if (demo && live) {
      const { seedDemo } = await import('../demo/seed-demo.ts')
      await seedDemo({ store, workspace: live.workspace.id })
    }
    if (options.worker !== false) await doorkit.worker.start()
    phase = 'ready'
    return {
      origin,
      live,
      test,
      async close({ drainMs = options.drainMs ?? 0 } = {}) {
        phase = 'draining'
        const times = { serveMs: drainMs, timeoutMs: endTimeoutMs }
        await drainWatched(server, connections, doorkit, times)
      },
    }
  } catch (error) {
    server.close()
    server.closeAllConnections()
    await doorkit.close()
    throw error
  }
}
