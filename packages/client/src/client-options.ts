import type { CallMiddleware } from './call-middleware.ts'
import type { Clock } from './clock.ts'
import type { FetchFunction } from './fetch-function.ts'
import type { GivenHeaders } from './headers.ts'
import type { Logger } from './logger.ts'
import type { Middleware } from './middleware.ts'

/** How a client is set up. Times are in milliseconds. */
export interface ClientOptions {
  /**
   * The secret key (`dk_live_…`, `dk_test_…`) or access token (`dko_…`). The environment variable
   * DOORKIT_API_KEY when absent. A secret key is refused in a browser.
   */
  readonly apiKey?: string | undefined
  /**
   * Where the API is, version segment included: `https://api.example.com/v1`. The environment
   * variable DOORKIT_BASE_URL when absent. https, except on the loopback interface.
   */
  readonly baseUrl?: string | undefined
  /** The version of the API to ask for; the one these types describe when absent. */
  readonly version?: string | undefined
  /**
   * How long one attempt may take, from its start to the end of the body. 30,000 by default, and
   * 60,000 for a chat message, whose answer takes the agent several seconds. An attempt that takes
   * longer is retried.
   */
  readonly timeout?: number | undefined
  /**
   * How long a whole call may take, with its retries and the waits between them. 90,000 by
   * default. A wait that the server asks for and that would pass it is not begun: the call fails
   * at once. The client's own waits are cut short for it.
   */
  readonly deadline?: number | undefined
  /** How long a stream may be silent before it counts as stalled. 30,000 by default. */
  readonly idleTimeout?: number | undefined
  /**
   * How often a failed attempt is repeated. 2 by default; 0 sends every request once. A client
   * whose calls fail all the time stops repeating them for a while, so as not to storm the server.
   */
  readonly maxRetries?: number | undefined
  /** Bytes of an answer after decompression; a longer one is an error. 33,554,432 by default. */
  readonly maxResponseBytes?: number | undefined
  /**
   * What sends the requests. The global `fetch` by default; as long as that is Node's own, its
   * connections are used directly, which costs less than half.
   */
  readonly fetch?: FetchFunction | undefined
  /** Where records about calls go; nowhere by default. */
  readonly logger?: Logger | undefined
  /** Further headers of every request. */
  readonly headers?: GivenHeaders | undefined
  /** Wraps every attempt; the first is the outermost. */
  readonly middleware?: readonly Middleware[] | undefined
  /** Wraps every call, with its attempts; the first is the outermost. For telemetry and checks. */
  readonly callMiddleware?: readonly CallMiddleware[] | undefined
  /** The machine's clock by default. */
  readonly clock?: Clock | undefined
  /**
   * A number from 0 to below 1: where in its bounds each wait between two attempts lies.
   * `Math.random` by default; a constant makes the waits of a test the same in every run.
   */
  readonly random?: (() => number) | undefined
  /**
   * How many requests may be under way at once; any number by default. Further ones wait in the
   * order they came. Waiting counts against `deadline`, not against `timeout`; a wait between two
   * attempts holds no place, and a stream gives its place back once its answer begins.
   */
  readonly maxConcurrent?: number | undefined
  /**
   * Whether requests are held back while the answers say that the budget of the key is used up.
   * Those that can wait for the next window within their `deadline` do; the others are sent, so
   * that the server decides. False by default: every request is sent, and a refused one waits for
   * its `Retry-After`. Set it where one process makes most of the calls of a key.
   */
  readonly waitForRateLimit?: boolean | undefined
}

/** How a core is set up: as a client, without what a core does not have. */
export interface CoreOptions
  extends Omit<
    ClientOptions,
    'logger' | 'middleware' | 'callMiddleware' | 'maxConcurrent' | 'waitForRateLimit'
  > {
  /** The secret key (`dk_live_…`, `dk_test_…`), or an access token (`dko_…`), as browsers need. */
  readonly apiKey: string
  /**
   * Where the API is, version segment included: `https://api.example.com/v1`. https, except on the
   * loopback interface.
   */
  readonly baseUrl: string
}
