import { type Address, checkBaseUrl } from './attempt/base-url.ts'
import { type Clock, systemClock } from './attempt/clock.ts'
import { createCredential, type GivenKey } from './attempt/credential.ts'
import { environmentVariable } from './attempt/environment.ts'
import { type FetchFunction, globalFetch } from './attempt/fetch-function.ts'
import { type GivenHeaders, readHeaders } from './attempt/headers.ts'
import { environmentLogger, type Logger } from './attempt/logger.ts'
import type { Middleware } from './attempt/middleware.ts'
import { namedLogger } from './attempt/named-logger.ts'
import { checkCount, checkOptions, refusal } from './call/check-options.ts'
import type { ClientConfig } from './call/client-config.ts'
import { apiVersion, userAgent } from './contract/routes.ts'
import { type Present, present } from './errors/without-nulls.ts'

/** How a client is set up. Times are in milliseconds. */
export interface ClientOptions {
  /**
   * What the records and the errors of this client call it, as `client`: for programs with a client
   * for each of their customers. 1 to 100 characters; they are logged, so put no secret in them.
   */
  readonly name?: string | undefined
  /**
   * The secret key (`dk_live_…`, `dk_test_…`) or the access token of a connected application
   * (`dko_…`), or a function that gives it, asked for every request. The environment variable
   * DOORKIT_API_KEY when absent, read by the first call. A secret key is refused in a browser.
   */
  readonly apiKey?: GivenKey | undefined
  /**
   * The address of the API, version segment included: `https://api.example.com/v1`. The environment
   * variable DOORKIT_BASE_URL when absent, read by the first call. https, except on the loopback
   * interface.
   */
  readonly baseUrl?: string | undefined
  /**
   * Whether `baseUrl` may be http on a host of a private network, such as `http://api.internal/v1`.
   * False by default: whoever can read that network can read the key.
   */
  readonly allowInsecure?: boolean | undefined
  /** The version of the API to ask for; the one these types describe when absent. */
  readonly version?: string | undefined
  /**
   * How long one attempt may take, from its start to the end of the body. 30,000 by default, and
   * 60,000 for a chat message, whose answer takes the agent several seconds. An attempt that takes
   * longer is retried.
   */
  readonly timeout?: number | undefined
  /**
   * How long a whole call may take, with its retries and the waits between them, from the moment it
   * leaves the queue. 90,000 by default. A wait that the server asks for and that would pass it is
   * not begun: the call fails at once. The client's own waits are cut short for it.
   */
  readonly deadline?: number | undefined
  /**
   * How long a call may wait for its turn, where `maxConcurrent` or `waitForRateLimit` holds it back.
   * No limit by default: the calls of a long queue all get their turn.
   */
  readonly queueTimeout?: number | undefined
  /** How long a stream may be silent before it counts as stalled. 30,000 by default. */
  readonly idleTimeout?: number | undefined
  /**
   * How often a failed attempt is repeated. 2 by default; 0 sends every request once. A client
   * whose calls fail all the time stops repeating them for a while, so as not to storm the server.
   */
  readonly maxRetries?: number | undefined
  /** Bytes of an answer after decompression; a longer one is an error. 33,554,432 by default. */
  readonly maxResponseBytes?: number | undefined
  /** The function that sends the requests. The global `fetch` by default, looked up for each request. */
  readonly fetch?: FetchFunction | undefined
  /**
   * The receiver of records about calls. By default there is no receiver, or to the console from the level on that the
   * environment variable DOORKIT_LOG names: `debug`, `info`, `warn` or `error`.
   */
  readonly logger?: Logger | undefined
  /** Further headers of every request. */
  readonly headers?: GivenHeaders | undefined
  /**
   * Stands around every attempt (a function) or every call (an object with `wrapCall`, as
   * telemetry and checks are); the first is the outermost.
   */
  readonly middleware?: readonly Middleware[] | undefined
  /** The machine's clock by default. */
  readonly clock?: Clock | undefined
  /**
   * A number from 0 to below 1: where in its bounds each wait between two attempts lies.
   * `Math.random` by default; a constant makes the waits of a test the same in every run.
   */
  readonly random?: (() => number) | undefined
  /**
   * How many requests may be under way at once; any number by default. Further ones wait in the
   * order they came. A wait between two attempts holds no place, and a stream gives its place back
   * once its answer begins.
   */
  readonly maxConcurrent?: number | undefined
  /**
   * Whether requests wait while the answers say that the budget of the key is used up. A request
   * that is refused all the same waits for its next turn, which costs it no attempt. False by
   * default: every request is sent, and a refused one waits for its `Retry-After` as long as its
   * `deadline` allows. Set it where one process makes most of the calls of a key.
   */
  readonly waitForRateLimit?: boolean | undefined
}

/**
 * The options that were given. By their names, as no copy has what an object of a class gives by an
 * accessor; and headers that can be read only once are read here.
 */
export function givenOptions(options: ClientOptions): Present<ClientOptions> {
  const { apiKey, baseUrl, allowInsecure, headers, ...others } = options
  return present({
    apiKey,
    baseUrl,
    allowInsecure,
    ...others,
    headers: headers && readHeaders(headers),
  })
}

/**
 * Checks the options and fills in the defaults. Variables of the environment are checked at their first
 * use, so that a program can be built where there are no secrets.
 *
 * @throws DoorkitError `invalid_option`
 */
export function resolveOptions(given: Present<ClientOptions>): ClientConfig {
  const { apiKey, baseUrl, allowInsecure, ...others } = given
  const options = checkOptions(others)
  const { name, fetch = globalFetch, maxConcurrent, middleware } = options
  const level = environmentVariable('DOORKIT_LOG')
  const logger = options.logger || environmentLogger(level)
  if (!/^\P{Cc}{1,100}$/u.test(name ?? '-')) throw refusal('name', '1 to 100 characters')
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

/** The address that was given, checked at once; or that of the environment, at its first use. */
function addressOf(given: string | undefined, allowInsecure?: boolean): () => Address {
  const check = (baseUrl = environmentVariable('DOORKIT_BASE_URL')) =>
    checkBaseUrl(baseUrl, allowInsecure)
  let address = given == null ? undefined : check(given)
  return () => {
    address ??= check()
    return address
  }
}
