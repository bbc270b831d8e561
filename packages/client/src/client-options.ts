import { type Address, checkBaseUrl } from './attempt/base-url.ts'
import { type Clock, systemClock } from './attempt/clock.ts'
import { type ApiKeySource, createCredential } from './attempt/credential.ts'
import { environmentVariable } from './attempt/environment.ts'
import { type FetchFunction, globalFetch } from './attempt/fetch-function.ts'
import { type HeadersInput, readHeaders } from './attempt/headers.ts'
import { environmentLogger, type Logger, namedLogger } from './attempt/logger.ts'
import type { Middleware } from './attempt/middleware.ts'
import { checkCount, checkOptions, refusal } from './call/check-options.ts'
import type { ClientConfig } from './call/client-config.ts'
import { apiVersion, userAgent } from './contract/routes.ts'
import { type WithoutNulls, withoutNulls } from './errors/without-nulls.ts'

/** The options of a client. Durations are in milliseconds. */
export interface ClientOptions {
  /**
   * The name of this client. Log records and errors have it in the field `client`. Use it if a program
   * has one client per customer. 1 to 100 characters, without control characters. It is logged, so it
   * must not contain a secret.
   */
  readonly name?: string | undefined
  /**
   * The secret API key (`dk_live_…`, `dk_test_…`) or the access token of a connected app
   * (`dko_…`), or a function that returns one, called for every request. By default, the first call
   * reads the environment variable DOORKIT_API_KEY. A secret API key is refused in a browser.
   */
  readonly apiKey?: ApiKeySource | undefined
  /**
   * The address of the API with its version: `https://api.example.com/v1`. Plain http is allowed on the
   * loopback interface and, with `allowInsecure`, on private networks. By default, the first call reads
   * the environment variable DOORKIT_BASE_URL.
   */
  readonly baseUrl?: string | undefined
  /**
   * Whether `baseUrl` may be http on a host of a private network, such as `http://api.internal/v1`.
   * False by default: anyone who can read that network's traffic can read the API key.
   */
  readonly allowInsecure?: boolean | undefined
  /** The version of the API to ask for. By default the one that these types describe. */
  readonly version?: string | undefined
  /**
   * How long one attempt may take, from its start to the end of the body or the start of a stream.
   * 30,000 by default, and 60,000 for a chat message, since the agent may take that long to answer. An
   * attempt that takes longer is retried.
   */
  readonly timeout?: number | undefined
  /**
   * How long a whole call may take, with its retries and the waits between them, but without its time in
   * the queue. 90,000 by default. A call fails immediately if the server asks for a longer wait, unless
   * `waitForRateLimit` puts the call into the queue.
   */
  readonly deadline?: number | undefined
  /**
   * How long a call may wait in the queue of `maxConcurrent` and `waitForRateLimit`. No limit by
   * default, so every call of a long queue is sent eventually.
   */
  readonly queueTimeout?: number | undefined
  /** How long a stream may be silent before it counts as stalled. 30,000 by default. */
  readonly idleTimeout?: number | undefined
  /**
   * How many times a failed attempt is repeated. 2 by default; 0 sends every request once. A client
   * whose calls keep failing retries less, to avoid overloading the server.
   */
  readonly maxRetries?: number | undefined
  /** The maximum size of an answer in bytes, after decompression. 33,554,432 by default. */
  readonly maxResponseBytes?: number | undefined
  /** The function that sends the requests. The global `fetch` by default, looked up for each request. */
  readonly fetch?: FetchFunction | undefined
  /**
   * Receives log records about calls. By default, the environment variable DOORKIT_LOG decides: with
   * `debug`, `info`, `warn` or `error`, the global `console` receives records of that level and above.
   * If it is not set, nothing receives them.
   */
  readonly logger?: Logger | undefined
  /** Extra headers of every request. */
  readonly headers?: HeadersInput | undefined
  /**
   * Wraps every attempt (a function) or every call (an object with `wrapCall`, such as telemetry). The
   * first is the outermost.
   */
  readonly middleware?: readonly Middleware[] | undefined
  /** The system clock by default. */
  readonly clock?: Clock | undefined
  /**
   * Returns a number of at least 0 and below 1, which varies the waits between attempts. `Math.random`
   * by default; with a constant, the waits of a test are the same in every run.
   */
  readonly random?: (() => number) | undefined
  /**
   * How many requests may be in flight at the same time. No limit by default. Further ones wait in a
   * queue, in order. A call that waits between two attempts does not count, nor does a stream once its
   * answer has begun.
   */
  readonly maxConcurrent?: number | undefined
  /**
   * Whether requests wait in a queue once the budget of the API key is used up. False by default: every
   * request is sent, and a refused one waits for its `Retry-After` if its `deadline` allows. Use
   * this option if one process makes most of the calls with an API key.
   */
  readonly waitForRateLimit?: boolean | undefined
}

/**
 * Copies the options that the program passed. Some are read by name, because a spread leaves out the
 * accessors of a class. Headers are read here, because an iterator can be read only once.
 */
export function givenOptions(options: ClientOptions): WithoutNulls<ClientOptions> {
  const { apiKey, baseUrl, allowInsecure, headers, ...others } = options
  return withoutNulls({
    apiKey,
    baseUrl,
    allowInsecure,
    ...others,
    headers: headers && readHeaders(headers),
  })
}

/**
 * Checks the options and fills in the defaults. The API key and the address in the environment are
 * checked on first use, so a program can be built without secrets.
 */
export function resolveOptions(given: WithoutNulls<ClientOptions>): ClientConfig {
  const { apiKey, baseUrl, allowInsecure, ...others } = given
  const options = checkOptions(others)
  const { name, fetch = globalFetch, maxConcurrent, middleware } = options
  const level = environmentVariable('DOORKIT_LOG')
  const logger = options.logger || environmentLogger(level)
  if (!/^\P{Cc}{1,100}$/u.test(name ?? '-')) throw refusal('name', '1 to 100 printable characters')
  if (typeof fetch !== 'function') throw refusal('fetch', 'a function')
  checkCount(maxConcurrent, 'maxConcurrent', 1)
  return {
    version: apiVersion,
    deadline: 90_000,
    queueTimeout: Number.POSITIVE_INFINITY,
    idleTimeout: 30_000,
    maxRetries: 2,
    maxResponseBytes: 33_554_432,
    clock: systemClock,
    random: Math.random,
    maxConcurrent: Number.POSITIVE_INFINITY,
    waitForRateLimit: false,
    ...options,
    fetch,
    credential: createCredential(apiKey),
    address: addressOf(baseUrl, allowInsecure),
    headers: { 'user-agent': userAgent, ...options.headers },
    logger: logger && name ? namedLogger(logger, name) : logger,
    logsShapes: !options.logger && level === 'debug',
    middleware: [...(middleware || [])],
  }
}

/** Checks an explicit address immediately, and one from the environment on first use. */
function addressOf(given: string | undefined, allowInsecure?: boolean): () => Address {
  const check = (baseUrl = environmentVariable('DOORKIT_BASE_URL')) =>
    checkBaseUrl(baseUrl, allowInsecure)
  let address = given == null ? undefined : check(given)
  return () => {
    address ??= check()
    return address
  }
}
