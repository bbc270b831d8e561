import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Plan } from '@doorkit/models'
import { createDoorkit, type Doorkit, type Logger, type MasterKey } from '@doorkit/server'
import { seedDemo } from '@doorkit/server/demo'
import type { Store } from '@doorkit/server/store'
import { CliError } from '../cli-error.ts'
import { openStore } from '../open-store.ts'
import { type PreparedWorkspace, prepareWorkspace } from './prepare-workspace.ts'
import { refuseBroken, requireHost } from './refuse-broken.ts'
import { createSite } from './site.ts'
import { watchConnections } from './watch-connections.ts'

/** What {@link serve} serves, and where. */
export interface ServeOptions extends ServeStoreOptions {
  /** A store as in `--store`. */
  readonly storeUrl: string
}

/** Where {@link serveStore} serves, and how. */
export interface ServeStoreOptions {
  /** The address to listen on: `127.0.0.1` for this machine alone. */
  readonly host: string
  /** 0 takes a free one. */
  readonly port: number
  /** Whether the live workspace is filled with the demonstration. */
  readonly demo: boolean
  /** The plan of both workspaces. Default: the one they have, `apex` for new ones. */
  readonly plan?: Plan | undefined
  /** From an event to the building of its webhook payload, in milliseconds. Default: the kit's. */
  readonly payloadDelayMs?: number | undefined
  /** Lets webhooks go to private hosts, and there over plain HTTP: for development. */
  readonly allowPrivateWebhooks: boolean
  /** Lets knowledge pages be on private addresses: for development. */
  readonly allowPrivatePages: boolean
  /** What secrets at rest are sealed with. Default: a key that the store keeps. */
  readonly masterKeys?: readonly MasterKey[] | undefined
  /** Takes what happens while it serves. */
  readonly logger: Logger
}

/** A server that answers. */
export interface Serving {
  /** Without a path: `http://127.0.0.1:4010`. */
  readonly origin: string
  /** The workspace whose keys begin with `dk_live_`, and a key of it. */
  readonly live: PreparedWorkspace
  /** The workspace whose keys begin with `dk_test_`, and a key of it. */
  readonly test: PreparedWorkspace
  /** Takes no more requests, ends those under way and the deliveries in hand, closes the store. */
  close(): Promise<void>
}

const drainTimeoutMs = 10_000

/**
 * Serves the API on a store, with workspaces and keys to call it with, and delivers its webhooks.
 *
 * @throws CliError when the store cannot be opened or the address cannot be listened on.
 */
export async function serve(options: ServeOptions): Promise<Serving> {
  return serveStore(openStore(options.storeUrl, { missing: 'create' }), options)
}

/**
 * Serves a store that is open already, as {@link serve} does: one that the host application works
 * on too. It is closed with the server.
 *
 * @throws CliError when the address cannot be listened on.
 */
export async function serveStore(store: Store, options: ServeStoreOptions): Promise<Serving> {
  const { demo, plan, payloadDelayMs, masterKeys, logger } = options
  const doorkit = createDoorkit({
    store,
    payloadDelayMs,
    allowPrivateWebhooks: options.allowPrivateWebhooks,
    allowPrivatePages: options.allowPrivatePages,
    masterKeys,
    logger,
  })
  const server = createServer({ requireHostHeader: false })
  const connections = watchConnections(server)
  refuseBroken(server)
  server.on('request', requireHost(createSite(doorkit)))
  try {
    const origin = await listen(server, options.host, options.port)
    await doorkit.ping()
    const live = await prepareWorkspace(doorkit, 'live', plan)
    const test = await prepareWorkspace(doorkit, 'test', plan)
    if (demo) await seedDemo({ store, workspace: live.workspace.id })
    await doorkit.worker.start()
    return { origin, live, test, close: () => close(doorkit, server, connections.drain) }
  } catch (error) {
    server.close()
    await doorkit.close()
    throw error
  }
}

function listen(server: Server, host: string, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const reason = refusals[cause.code ?? ''] ?? `is not available (${cause.code}).`
      reject(new CliError('unusable_address', `${host}:${port} ${reason}`, { cause }))
    })
    server.listen(port, host, () => resolve(originOf(host, server.address() as AddressInfo)))
  })
}

const refusals: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use: choose another with --port, or a free one with --port 0.',
  EACCES: 'is not allowed for this user: choose a port above 1023 with --port.',
  EADDRNOTAVAIL: 'is not an address of this machine: choose another with --host.',
  ENOTFOUND: 'is not an address of this machine: choose another with --host.',
}

/** Where to call it from this machine; one that listens everywhere listens here too. */
function originOf(host: string, { port }: AddressInfo): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`
}

async function close(doorkit: Doorkit, server: Server, drain: () => Promise<void>): Promise<void> {
  const over = new AbortController()
  const timeout = wait(drainTimeoutMs, undefined, { signal: over.signal }).catch(() => {})
  await Promise.race([drain(), timeout])
  over.abort()
  server.closeAllConnections()
  await doorkit.close({ timeoutMs: drainTimeoutMs })
}
