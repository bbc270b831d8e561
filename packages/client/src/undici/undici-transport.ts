import { Agent, type Dispatcher, ProxyAgent } from 'undici'
import type { FetchFunction } from '../attempt/fetch-function.ts'
import { DoorkitError } from '../errors/doorkit-error.ts'
import { AnswerHandler } from './answer-handler.ts'
import { acceptedEncodings } from './decode-content.ts'

/** The settings of an own pool of connections, or the dispatcher used in its place. */
export interface UndiciTransportOptions {
  /**
   * Sends the requests in place of an own pool: a MockAgent, an EnvHttpProxyAgent, an Agent with
   * certificates of its own. Of undici 7 or later. No other option goes with it.
   */
  readonly dispatcher?: Pick<Dispatcher, 'dispatch'> | undefined
  /** The most connections; further requests wait for a free one. No limit by default. */
  readonly connections?: number | undefined
  /**
   * Requests that are sent over one connection before the first of them is answered (HTTP/1.1). 1
   * by default. A slow answer holds up those behind it, so this is for many short requests to a
   * server that is far away.
   */
  readonly pipelining?: number | undefined
  /** Whether HTTP/2 is spoken with a server that offers it. False by default. */
  readonly http2?: boolean | undefined
  /** The address of an HTTP proxy: `http://user:password@proxy.example:3128`. None by default. */
  readonly proxy?: string | undefined
}

/** The transport that sends the requests of a client over undici. */
export interface UndiciTransport {
  /** Goes to `createClient` as it is. Redirects are not followed. */
  readonly fetch: FetchFunction
  /** Waits for what is being sent, then closes the own pool; a given dispatcher stays open. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Makes the transport for many calls per second on Node: undici's pools, without the cost of
 * `fetch`. A client limits the time of what it sends; undici's own time limits are off.
 *
 * @throws DoorkitError `invalid_option`
 */
export function undiciTransport(options: UndiciTransportOptions = {}): UndiciTransport {
  const { dispatcher: given, ...own } = options
  if (given && Object.values(own).some((value) => value !== undefined)) {
    throw new DoorkitError('invalid_option', 'Give either a dispatcher or options for an own pool')
  }
  if (given && typeof given.dispatch !== 'function') {
    throw new DoorkitError('invalid_option', 'dispatcher must be a dispatcher of undici')
  }
  const pool = given ? undefined : ownPool(own)
  const dispatcher = given ?? (pool as Dispatcher)
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
        // The client limits the time of every attempt and the silence of every stream itself.
        headersTimeout: 0,
        bodyTimeout: 0,
        // A pipeline may send these behind others, and others behind them: a write has a key that
        // makes it safe to repeat, and only a stream keeps its connection for long.
        idempotent: method === 'GET' || 'idempotency-key' in headers,
        blocking: headers.accept?.startsWith('text/event-stream') === true,
      }
      return new Promise((resolve, reject) => {
        const answered = { resolve, reject }
        dispatcher.dispatch(request, new AnswerHandler(url, signal ?? undefined, answered))
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
  // Bun has an empty shell in the place of the package.
  if (typeof pool.dispatch !== 'function') {
    throw new DoorkitError('invalid_option', 'undici works on Node: leave `fetch` out elsewhere')
  }
  return pool
}
