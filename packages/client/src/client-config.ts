import type { CallMiddleware } from './call-middleware.ts'
import type { ClientOptions } from './client-options.ts'
import { type CoreConfig, checkCount, resolveCoreOptions } from './core-config.ts'
import { createDefaultFetch } from './default-fetch.ts'
import type { Logger } from './logger.ts'

/** The options of a client, checked and complete. */
export interface ClientConfig extends CoreConfig {
  readonly logger: Logger | undefined
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
  checkCount(options.maxConcurrent, 'maxConcurrent', 1)
  return {
    ...resolveCoreOptions({ ...options, fetch: options.fetch ?? createDefaultFetch() }),
    logger: options.logger,
    callMiddleware: [...(options.callMiddleware ?? [])],
    maxConcurrent: options.maxConcurrent ?? Number.POSITIVE_INFINITY,
    waitForRateLimit: options.waitForRateLimit ?? false,
  }
}
