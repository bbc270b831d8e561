import type { Logger } from '../attempt/logger.ts'
import type { Middleware } from '../attempt/middleware.ts'
import type { AttemptConfig } from '../attempt/run-attempt.ts'

/** The options of a client, checked and with their defaults. */
export interface ClientConfig extends AttemptConfig {
  /** Identifies the client in log records and errors. */
  readonly name?: string
  readonly version: string
  /** Undefined for the default of the operation. */
  readonly timeout?: number
  readonly deadline: number
  /** Infinity for no limit. */
  readonly queueTimeout: number
  readonly idleTimeout: number
  readonly maxRetries: number
  readonly headers: Readonly<Record<string, string>>
  readonly random: () => number
  readonly logger: Logger | undefined
  /** Whether log records show the shapes of bodies and queries. */
  readonly logsShapes: boolean
  readonly middleware: readonly Middleware[]
  /** Infinity for no limit. */
  readonly maxConcurrent: number
  readonly waitForRateLimit: boolean
}
