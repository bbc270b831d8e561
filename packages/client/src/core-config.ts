import { checkApiKey } from './api-key.ts'
import { checkBaseUrl } from './base-url.ts'
import type { CoreOptions } from './client-options.ts'
import { type Clock, systemClock } from './clock.ts'
import { type FetchFunction, globalFetch } from './fetch-function.ts'
import { readHeaders } from './headers.ts'
import { present } from './present.ts'
import type { RateLimit } from './rate-limit.ts'
import { type ReadBody, readBody } from './read-body.ts'
import { apiVersion, userAgent } from './routes.ts'

/** What it takes to perform a call: options, complete. */
export interface CoreConfig {
  readonly apiKey: string
  /** Without a slash at its end. */
  readonly baseUrl: string
  readonly version: string
  /** Undefined means the default of the operation. */
  readonly timeout?: number
  readonly deadline: number
  readonly idleTimeout?: number | undefined
  readonly maxRetries: number
  readonly maxResponseBytes: number
  readonly fetch: FetchFunction
  readonly headers: Readonly<Record<string, string>>
  readonly clock: Clock
  readonly random: () => number
  readonly readBody: ReadBody
  /** Reads what an answer tells of the budget of the key; a core leaves that to its callers. */
  readonly readRateLimit?: ((headers: Headers) => RateLimit | undefined) | undefined
}

/**
 * Checks what must not go wrong, and fills in the defaults.
 *
 * @throws DoorkitError `invalid_option`
 */
export function resolveCoreOptions(options: CoreOptions): CoreConfig {
  return {
    version: apiVersion,
    deadline: 90_000,
    maxRetries: 2,
    maxResponseBytes: 33_554_432,
    fetch: globalFetch,
    clock: systemClock,
    random: Math.random,
    readBody,
    ...present(options),
    apiKey: checkApiKey(options.apiKey),
    baseUrl: checkBaseUrl(options.baseUrl),
    headers: { 'user-agent': userAgent, ...readHeaders(options.headers) },
  }
}
