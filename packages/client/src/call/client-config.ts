import type { Logger } from '../attempt/logger.ts'
import type { Middleware } from '../attempt/middleware.ts'
import type { AttemptConfig } from '../attempt/run-attempt.ts'

/** The options of a client, checked and complete. */
export interface ClientConfig extends AttemptConfig {
  /** Which client it is, in records and errors. */
  readonly name?: string
  readonly version: string
  /** Undefined means the default of the operation. */
  readonly timeout?: number
  readonly deadline: number
  /** Infinite when there is no bound. */
  readonly queueTimeout: number
  readonly idleTimeout: number
  readonly maxRetries: number
  readonly headers: Readonly<Record<string, string>>
  readonly random: () => number
  readonly logger: Logger | undefined
  /** Whether its records show the shapes of bodies and queries. */
  readonly logsShapes: boolean
  readonly middleware: readonly Middleware[]
  /** Infinite when there is no bound. */
  readonly maxConcurrent: number
  readonly waitForRateLimit: boolean
}
