import { checkApiKey } from './api-key.ts'
import { checkBaseUrl } from './base-url.ts'
import type { CallOptions } from './call-options.ts'
import type { CoreOptions } from './client-options.ts'
import { type Clock, longestDelayMs, systemClock } from './clock.ts'
import { DoorkitError } from './errors/doorkit-error.ts'
import { type FetchFunction, globalFetch } from './fetch-function.ts'
import { checkHeader, checkHeaders } from './headers.ts'
import type { Middleware } from './middleware.ts'
import { apiVersion } from './routes.ts'

/** What it takes to perform a call: options, checked and complete. */
export interface CoreConfig {
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
  readonly headers: Readonly<Record<string, string>>
  readonly middleware: readonly Middleware[]
  readonly clock: Clock
  readonly random: () => number
}

/**
 * Checks the options and fills in the defaults.
 *
 * @throws DoorkitError `invalid_option`
 */
export function resolveCoreOptions(options: CoreOptions): CoreConfig {
  const env = globalThis.process?.env
  const { fetch = globalFetch } = options
  if (typeof fetch !== 'function') throw refusal('fetch', 'a function')
  checkOptions(options)
  return {
    apiKey: checkApiKey(options.apiKey ?? env?.DOORKIT_API_KEY),
    baseUrl: checkBaseUrl(options.baseUrl ?? env?.DOORKIT_BASE_URL),
    version: checkHeader('service-version', options.version ?? apiVersion),
    timeout: options.timeout,
    deadline: options.deadline ?? 90_000,
    idleTimeout: options.idleTimeout ?? 30_000,
    maxRetries: options.maxRetries ?? 2,
    maxResponseBytes: options.maxResponseBytes ?? 33_554_432,
    fetch,
    headers: checkHeaders(options.headers),
    middleware: [...(options.middleware ?? [])],
    clock: options.clock ?? systemClock,
    random: options.random ?? Math.random,
  }
}

const times = ['timeout', 'deadline', 'idleTimeout'] as const

type CheckedOptions = Pick<
  CoreOptions & CallOptions,
  'timeout' | 'deadline' | 'idleTimeout' | 'maxRetries' | 'maxResponseBytes' | 'signal'
>

/**
 * Checks the numbers among the options of a client or a call, and the signal of a call.
 *
 * @throws DoorkitError `invalid_option`
 */
export function checkOptions(options: CheckedOptions): void {
  for (const name of times) {
    const value = options[name] ?? 1
    // A text would compare as a number, and not add up as one.
    if (!(value > 0 && value <= longestDelayMs && value === +value)) {
      throw refusal(name, `1 to ${longestDelayMs} milliseconds`)
    }
  }
  checkCount(options.maxRetries, 'maxRetries')
  checkCount(options.maxResponseBytes, 'maxResponseBytes')
  const { signal } = options
  if (signal && !('aborted' in signal)) throw refusal('signal', 'the signal of an AbortController')
}

/**
 * Checks a count among options.
 *
 * @throws DoorkitError `invalid_option`
 */
export function checkCount(value = 1, name: string, least = 0): void {
  if (!Number.isInteger(value) || value < least) {
    throw refusal(name, `a whole number from ${least}`)
  }
}

function refusal(name: string, expected: string): DoorkitError {
  return new DoorkitError('invalid_option', `${name} must be ${expected}`)
}
