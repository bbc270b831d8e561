import type { Server } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { type Connections, watchConnections } from './watch-connections.ts'

/** The part of a server kit that `drain` needs. */
export interface Drainable {
  /** Makes `ping` reject from now on, and ends the streams of events. */
  retire(): void
  /** Stops the worker, lets running requests and chat turns end, and closes the store. */
  close(options?: { readonly timeoutMs?: number | undefined }): Promise<void>
}

/** A Fastify instance, or another object with a `node:http` server and a `close` of its own. */
export interface ServerHolder {
  /** The server inside. */
  readonly server: Server
  /** Closes the object itself, after the server has ended. */
  close(): PromiseLike<unknown>
}

/** The time limits of {@link drain}. */
export interface DrainOptions {
  /**
   * How long the server keeps serving, in milliseconds, while `ping` rejects and each connection ends
   * with its next answer. Choose a time in which a load balancer makes at least two readiness checks.
   * Default 3,000.
   */
  readonly serveMs?: number | undefined
  /**
   * How long requests may run after that, in milliseconds. The work of the kit then gets the same time
   * again. Default 10,000.
   */
  readonly timeoutMs?: number | undefined
}

/**
 * Ends a server without losing a request, as `doorkit serve` does on SIGTERM. First it keeps serving for
 * a while: `ping` rejects, and each connection ends with its next answer. Then it accepts no more
 * connections, waits for running requests, and closes the server kit.
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

/** Drains a server whose connections are already being watched. */
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
