import type { Server } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { type Connections, watchConnections } from './watch-connections.ts'

/** The part of a server kit that a drain needs. */
export interface Drainable {
  /** Lets `ping` reject from now on. */
  retire(): void
  /** Ends what is under way and closes the store. */
  close(options?: { readonly timeoutMs?: number | undefined }): Promise<void>
}

/** A Fastify instance, or what else has a server of `node:http` inside and is closed by itself. */
export interface ServerHolder {
  /** The server inside. */
  readonly server: Server
  /** Closes what is around it, once the server has ended. */
  close(): PromiseLike<unknown>
}

/** How long a drain takes at most. */
export interface DrainOptions {
  /**
   * For how long the server goes on serving, in milliseconds, with `ping` rejecting and each
   * connection ending with its next answer: longer than a load balancer takes to look at the readiness
   * twice. Default 3,000.
   */
  readonly serveMs?: number | undefined
  /** For how long requests and streams may still go on afterwards. Default 10,000. */
  readonly timeoutMs?: number | undefined
}

/**
 * Ends a server so that no request is lost, as `doorkit serve` does at a SIGTERM: it goes on serving
 * for a time, in which `ping` rejects and each connection ends with its next answer; then it accepts
 * no more, waits for what is under way, and closes the server kit.
 */
export async function drain(
  host: Server | ServerHolder,
  doorkit: Drainable,
  options: DrainOptions = {},
): Promise<void> {
  const server = 'server' in host ? host.server : host
  await drainWatched(server, watchConnections(server), doorkit, options)
  if ('server' in host) await host.close()
}

/** The same for a server whose connections have been watched since its start. */
export async function drainWatched(
  server: Server,
  connections: Connections,
  doorkit: Drainable,
  { serveMs = 3_000, timeoutMs = 10_000 }: DrainOptions,
): Promise<void> {
  doorkit.retire()
  const over = new AbortController()
  const timeout = wait(serveMs + timeoutMs, undefined, { signal: over.signal }).catch(() => {})
  await Promise.race([connections.drain(serveMs), timeout])
  over.abort()
  server.closeAllConnections()
  await doorkit.close({ timeoutMs })
}
