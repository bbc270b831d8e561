import { Agent, type Dispatcher, ProxyAgent } from 'undici'
import type { FetchFunction } from '../attempt/fetch-function.ts'
import { DoorkitError } from '../errors/doorkit-error.ts'
import { AnswerHandler } from './answer-handler.ts'
import { acceptedEncodings } from './decode-content.ts'

/** The settings of the transport's own connection pool, or a dispatcher to use instead. */
export interface UndiciTransportOptions {
  /**
   * Sends the requests instead of the transport's own pool: a MockAgent, an EnvHttpProxyAgent, or an
   * Agent with custom certificates. It requires undici 7 or later, and excludes all other options.
   */
  readonly dispatcher?: Pick<Dispatcher, 'dispatch'> | undefined
  /** The most connections; further requests wait for one to be free. No limit by default. */
  readonly connections?: number | undefined
  /**
   * How many requests one connection may carry before the first is answered (HTTP/1.1). 1 by default. A
   * slow answer delays those behind it, so raise it only for many short requests to a distant server.
   */
  readonly pipelining?: number | undefined
  /** Whether to use HTTP/2 if the server offers it. False by default. */
  readonly http2?: boolean | undefined
  /** The address of an HTTP proxy: `http://user:password@proxy.example:3128`. None by default. */
  readonly proxy?: string | undefined
}

/** The transport that sends the requests of a client over undici. */
export interface UndiciTransport {
  /** Pass it to `createClient` as `fetch`. It follows no redirects. */
  readonly fetch: FetchFunction
  /**
   * Waits for requests in flight, then closes the transport's own pool. A dispatcher that you passed
   * stays open.
   */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Creates a transport for many calls per second on Node: undici's pools without the cost of `fetch`.
 * undici's time limits for headers and bodies are off, since the client limits the time of its requests.
 *
 * @throws DoorkitError `invalid_option`
 */
export function undiciTransport(options: UndiciTransportOptions = {}): UndiciTransport {
  const { dispatcher: givenDispatcher, ...poolOptions } = options
  if (givenDispatcher && Object.values(poolOptions).some((value) => value !== undefined)) {
    throw new DoorkitError('invalid_option', 'Pass either a dispatcher or the options of a pool')
  }
  if (givenDispatcher && typeof givenDispatcher.dispatch !== 'function') {
    throw new DoorkitError('invalid_option', 'dispatcher must be a dispatcher of undici')
  }
  const pool = givenDispatcher ? undefined : ownPool(poolOptions)
  const dispatcher = givenDispatcher ?? (pool as Dispatcher)
  const close = async () => pool?.close()
  return {
    async fetch(url, { method = 'GET', body = null, signal, ...init }) {
      if (typeof body !== 'string' && body !== null) {
        const message = 'undiciTransport sends text only: pass a string'
        throw new DoorkitError('invalid_argument', message)
      }
      signal?.throwIfAborted()
      const { origin, pathname, search } = new URL(url)
      const headers: Record<string, string> = {
        'accept-encoding': acceptedEncodings,
        ...plainHeaders(init.headers),
      }
      const request: Dispatcher.DispatchOptions = {
        origin,
        path: pathname + search,
        method,
        headers,
        body,
        // The client itself limits every attempt and the idle time of every stream.
        headersTimeout: 0,
        bodyTimeout: 0,
        // Allows pipelining: a write is safe to repeat under its idempotency key, and only a stream
        // blocks its connection for long.
        idempotent: method === 'GET' || 'idempotency-key' in headers,
        blocking: headers.accept?.startsWith('text/event-stream') === true,
      }
      return new Promise((resolve, reject) => {
        const callbacks = { resolve, reject }
        dispatcher.dispatch(request, new AnswerHandler(url, signal ?? undefined, callbacks))
      })
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

function plainHeaders(headers: RequestInit['headers'] = {}): Record<string, string> {
  return headers instanceof Headers || Array.isArray(headers)
    ? Object.fromEntries(new Headers(headers))
    : (headers as Record<string, string>)
}

function ownPool(options: Omit<UndiciTransportOptions, 'dispatcher'>): Dispatcher {
  const { connections = null, pipelining = 1, http2 = false, proxy } = options
  for (const [name, count] of Object.entries({ connections, pipelining })) {
    if (count !== null && !(Number.isInteger(count) && count > 0)) {
      throw new DoorkitError('invalid_option', `${name} must be a whole number above 0`)
    }
  }
  if (proxy !== undefined && !/^https?:$/.test(URL.parse(proxy)?.protocol ?? '')) {
    throw new DoorkitError('invalid_option', 'proxy must be an address such as http://proxy:3128')
  }
  const settings = { connections, pipelining, allowH2: http2 }
  const pool = proxy ? new ProxyAgent({ ...settings, uri: proxy }) : new Agent(settings)
  // Bun replaces undici with an empty package.
  if (typeof pool.dispatch !== 'function') {
    throw new DoorkitError(
      'invalid_option',
      'undiciTransport needs Node: on another runtime, create the client without the option `fetch`',
    )
  }
  return pool
}
