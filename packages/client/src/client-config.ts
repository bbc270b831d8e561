import type { CallMiddleware } from './call-middleware.ts'
import { checkCount, checkOptions, refusal } from './check-options.ts'
import type { ClientOptions } from './client-options.ts'
import { type CoreConfig, resolveCoreOptions } from './core-config.ts'
import { createDefaultFetch } from './default-fetch.ts'
import { DoorkitError } from './errors/doorkit-error.ts'
import type { Logger } from './logger.ts'
import type { Middleware } from './middleware.ts'
import { present } from './present.ts'
import { readRateLimit } from './rate-limit.ts'
import { readDirect } from './read-direct.ts'

/** The options of a client, checked and complete. */
export interface ClientConfig extends CoreConfig {
  readonly logger: Logger | undefined
  readonly middleware: readonly Middleware[]
  readonly callMiddleware: readonly CallMiddleware[]
  /** Infinite when there is no bound. */
  readonly maxConcurrent: number
  readonly waitForRateLimit: boolean
}

/**
 * Checks the options and fills in the defaults.
 *
 * @throws DoorkitError `invalid_option`
 */
export function resolveOptions(options: ClientOptions): ClientConfig {
  const env = globalThis.process?.env
  const {
    apiKey = env?.DOORKIT_API_KEY ?? '',
    baseUrl = env?.DOORKIT_BASE_URL ?? '',
    fetch = createDefaultFetch(),
  } = present(options)
  if (!apiKey) throw missing('apiKey', 'DOORKIT_API_KEY')
  if (!baseUrl) throw missing('baseUrl', 'DOORKIT_BASE_URL')
  if (typeof fetch !== 'function') throw refusal('fetch', 'a function')
  const checked = checkOptions(options)
  checkCount(options.maxConcurrent, 'maxConcurrent', 1)
  return {
    ...resolveCoreOptions({ ...checked, apiKey, baseUrl, fetch }),
    readBody: readDirect,
    readRateLimit,
    logger: options.logger,
    middleware: [...(options.middleware ?? [])],
    callMiddleware: [...(options.callMiddleware ?? [])],
    maxConcurrent: options.maxConcurrent ?? Number.POSITIVE_INFINITY,
    waitForRateLimit: options.waitForRateLimit ?? false,
  }
}

function missing(name: string, variable: string): DoorkitError {
  return new DoorkitError('invalid_option', `Set ${name}, or the variable ${variable}`)
}
