/** One log record about a call. It contains no API key, no content of a body and no value of a query. */
export interface LogRecord {
  /**
   * - `attempt` (debug): a request was answered, or failed.
   * - `retry` (info): the client waits, then sends the request again.
   * - `wait` (info): calls wait for the budget of the API key. The first of them reports the start and
   *   the end of the wait and, every ten seconds, how much longer it lasts.
   * - `failure` (error): the call failed, but not because of its request or an abort by the program.
   * - `version` (warn): the server answered with a version that was not requested; logged once for each
   *   version.
   * - `deprecation` (warn): an operation is deprecated or may stop working; logged once for each operation.
   * - `drift` (warn): an answer is not what the contract says; logged once for each field of an
   *   operation. Only with `@doorkit/client/validate`.
   */
  readonly event: 'attempt' | 'retry' | 'wait' | 'failure' | 'version' | 'deprecation' | 'drift'
  /** The `name` of the client; absent if it has none. */
  readonly client?: string | undefined
  /** The record as text. */
  readonly message: string
  /** The operation, for example `contacts.update`. */
  readonly operation: string
  /** The HTTP method. */
  readonly method: string
  /** The path with its placeholders; for {@link Client.request}, the path that the program passed. */
  readonly path: string
  /** The number of the attempt, from 1; 0 for `wait`, and for a call that failed before any attempt. */
  readonly attempt: number
  /** The status of the answer, if there was one; only for `attempt` and `drift`. */
  readonly status?: number | undefined
  /** Why the attempt or the call failed. */
  readonly code?: string | undefined
  /** The server's id of the request, if the answer had one; only for `attempt`, `failure` and `drift`. */
  readonly requestId?: string | undefined
  /**
   * How long the attempt took, including the body unless it is a stream; for `wait`, how long the wait
   * has lasted.
   */
  readonly durationMs?: number | undefined
  /** How long the client waits before the next attempt; for `wait`, how much longer the wait lasts. */
  readonly delayMs?: number | undefined
  /** The version that answered, if it is not the requested one. */
  readonly version?: string | undefined
  /** When the operation became deprecated, as the server sends it: `@1790000000` (RFC 9745). */
  readonly deprecation?: string | undefined
  /** When the operation may stop working, as the server sends it: a date (RFC 8594). */
  readonly sunset?: string | undefined
  /**
   * The query with types and lengths instead of its values, only in the log of `DOORKIT_LOG=debug`:
   * `{"email":"string(15)"}`.
   */
  readonly query?: string | undefined
  /** Member names, types and lengths of the request body, only in the log of `DOORKIT_LOG=debug`. */
  readonly request?: string | undefined
  /** Member names, types and lengths of the response body, only in the log of `DOORKIT_LOG=debug`. */
  readonly response?: string | undefined
  /** The idempotency key of a write, only in the log of `DOORKIT_LOG=debug`. */
  readonly idempotencyKey?: string | undefined
  /** The field that drifted, without its value: `data[].lead.email`. */
  readonly field?: string | undefined
}

/** Receives log records. You can pass `console`, or a logger of pino or winston, unchanged. */
export interface Logger {
  /** Receives records of the event `attempt`. */
  debug(record: LogRecord): void
  /** Receives records of the events `retry` and `wait`. */
  info(record: LogRecord): void
  /** Receives records of the events `version`, `deprecation` and `drift`. */
  warn(record: LogRecord): void
  /** Receives records of the event `failure`. */
  error(record: LogRecord): void
}

const levels = ['debug', 'info', 'warn', 'error'] as const

function loggerOf(write: (level: keyof Logger, record: LogRecord) => void): Logger {
  const at = (level: keyof Logger) => (record: LogRecord) => write(level, record)
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}

// The warning appears once per process, because the environment variable belongs to the process.
let hasWarned = false

/**
 * The logger that DOORKIT_LOG selects: the console, from `level` on. Undefined without a level. A value
 * that is not a level causes one warning, which does not repeat the value.
 */
export function environmentLogger(level: string | undefined): Logger | undefined {
  const least = (levels as readonly (string | undefined)[]).indexOf(level)
  const { console } = globalThis
  if (least < 0) {
    if (level && !hasWarned) {
      console.warn(`[doorkit] DOORKIT_LOG is not a level. Set it to one of ${levels.join(', ')}`)
      hasWarned = true
    }
    return undefined
  }
  return loggerOf((name, record) => {
    if (levels.indexOf(name) >= least) console[name]('[doorkit]', record.message, record)
  })
}

export function namedLogger(logger: Logger, client: string): Logger {
  return loggerOf((level, record) => logger[level]({ ...record, client }))
}
