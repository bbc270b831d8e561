import { checkApiKey } from './api-key.ts'
import { checkBaseUrl } from './base-url.ts'
import type { CallMiddleware } from './call-middleware.ts'
import type { ClientOptions } from './client-options.ts'
import { type Clock, longestDelayMs, systemClock } from './clock.ts'
import { DoorkitError } from './errors/doorkit-error.ts'
import type { FetchFunction } from './fetch-function.ts'
import { checkHeaders } from './headers.ts'
import type { Logger } from './logger.ts'
import type { Middleware } from './middleware.ts'
import { apiVersion } from './routes.ts'

/** The options of a client, checked and complete. */
export interface ClientConfig {
  readonly apiKey: string
  /** Without a slash at its end. */
  readonly baseUrl: string
  readonly version: string
  /** Undefined means the default of the operation. */
  readonly timeout: number | undefined
  readonly deadline: number
  readonly idleTimeout: number
  readonly maxRetries: number
  readonly maxResponseBytes: number
  readonly fetch: FetchFunction
  readonly logger: Logger | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly middleware: readonly Middleware[]
  readonly callMiddleware: readonly CallMiddleware[]
  readonly clock: Clock
  readonly random: () => number
}

/**
 * Checks the options and fills in the defaults.
 *
 * @throws DoorkitError `invalid_option`
 */
export function resolveOptions(options: ClientOptions): ClientConfig {
  const env = globalThis.process?.env
  checkNumbers(options)
  return {
    apiKey: checkApiKey(options.apiKey ?? env?.DOORKIT_API_KEY),
    baseUrl: checkBaseUrl(options.baseUrl ?? env?.DOORKIT_BASE_URL),
    version: options.version ?? apiVersion,
    timeout: options.timeout,
    deadline: options.deadline ?? 90_000,
    idleTimeout: options.idleTimeout ?? 30_000,
    maxRetries: options.maxRetries ?? 2,
    maxResponseBytes: options.maxResponseBytes ?? 33_554_432,
    // Looked up at each call, so that a fetch that is replaced later (tests, tracing) is used.
    fetch: options.fetch ?? ((url, init) => globalThis.fetch(url, init)),
    logger: options.logger,
    headers: checkHeaders(options.headers),
    middleware: [...(options.middleware ?? [])],
    callMiddleware: [...(options.callMiddleware ?? [])],
    clock: options.clock ?? systemClock,
    random: options.random ?? Math.random,
  }
}

type NumberOptions = Pick<
  ClientOptions,
  'timeout' | 'deadline' | 'idleTimeout' | 'maxRetries' | 'maxResponseBytes'
>

/**
 * Checks the numbers among the options of a client or a call.
 *
 * @throws DoorkitError `invalid_option`
 */
export function checkNumbers(options: NumberOptions): void {
  for (const name of ['timeout', 'deadline', 'idleTimeout'] as const) {
    const value = options[name]
    if (value !== undefined && !(value > 0 && value <= longestDelayMs)) {
      throw new DoorkitError(
        'invalid_option',
        `${name} must be milliseconds above 0, at most ${longestDelayMs}`,
      )
    }
  }
  for (const name of ['maxRetries', 'maxResponseBytes'] as const) {
    const value = options[name] ?? 0
    if (!Number.isInteger(value) || value < 0) {
      throw new DoorkitError('invalid_option', `${name} must be a whole number, 0 or more`)
    }
  }
}
