/** One thing worth knowing about a call. Holds no text of a body, no header and no key of the API. */
export interface LogRecord {
  /**
   * - `attempt` (debug): a request was answered, or failed.
   * - `retry` (info): the client waits, then sends the request again.
   * - `wait` (info): calls wait for the budget of the key; at the beginning, every ten seconds, and at
   *   the end. Of the calls that wait, the first reports.
   * - `failure` (error): the call ended without a usable answer, for no fault of the request.
   * - `version` (warn): another version of the API answered than was asked for; logged once each.
   * - `deprecation` (warn): the server announces the end of an operation; logged once for each.
   * - `drift` (warn): an answer is not what the contract says; logged once for each field. Only with
   *   `@doorkit/client/validate`.
   */
  readonly event: 'attempt' | 'retry' | 'wait' | 'failure' | 'version' | 'deprecation' | 'drift'
  /** The `name` of the client; absent where it has none. */
  readonly client?: string | undefined
  /** The same in a sentence. */
  readonly message: string
  /** For example `contacts.update`. */
  readonly operation: string
  /** The method of the request. */
  readonly method: string
  /** The path with its placeholders. */
  readonly path: string
  /** Which attempt of the call, from 1. */
  readonly attempt: number
  /** The status of the answer; absent when there was none. */
  readonly status?: number | undefined
  /** Why the attempt or the call failed. */
  readonly code?: string | undefined
  /** The server's id of the request; absent when it gave none. */
  readonly requestId?: string | undefined
  /** How long the attempt took, its body included, or how long the wait has lasted. */
  readonly durationMs?: number | undefined
  /** How long the client waits before the next attempt; of a wait, how long it will still last. */
  readonly delayMs?: number | undefined
  /** The version that answered, where it is not the one that was asked for. */
  readonly version?: string | undefined
  /** Since when the operation is deprecated, as the server says it: `@1790000000` (RFC 9745). */
  readonly deprecation?: string | undefined
  /** From when on it may not answer any more, as the server says it: a date (RFC 8594). */
  readonly sunset?: string | undefined
  /** Names and types of the query, only with `DOORKIT_LOG=debug`: `{"email":"string(15)"}`. */
  readonly query?: string | undefined
  /** Keys, types and lengths of the body that was sent, only with `DOORKIT_LOG=debug`. */
  readonly request?: string | undefined
  /** Those of the body that came, only with `DOORKIT_LOG=debug`. */
  readonly response?: string | undefined
  /** The idempotency key of a write, only with `DOORKIT_LOG=debug`. */
  readonly idempotencyKey?: string | undefined
  /** The field that drifted, without its value: `data[].lead.email`. */
  readonly field?: string | undefined
}

/** Takes structured records; `console` and the loggers of pino and winston fit as they are. */
export interface Logger {
  /** Takes `attempt`. */
  debug(record: LogRecord): void
  /** Takes `retry` and `wait`. */
  info(record: LogRecord): void
  /** Takes `version`, `deprecation` and `drift`. */
  warn(record: LogRecord): void
  /** Takes `failure`. */
  error(record: LogRecord): void
}

const levels = ['debug', 'info', 'warn', 'error'] as const

/** A logger whose levels are written by one function. */
export function loggerOf(write: (level: keyof Logger, record: LogRecord) => void): Logger {
  const at = (level: keyof Logger) => (record: LogRecord) => write(level, record)
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}

// Of the process, as the variable is.
let isRefusalTold = false

/**
 * The console, from a level on: what DOORKIT_LOG asks for. Undefined where it asks for nothing. Another
 * text is reported, once, without repeating it.
 */
export function environmentLogger(level: string | undefined): Logger | undefined {
  const least = (levels as readonly (string | undefined)[]).indexOf(level)
  const { console } = globalThis
  if (least < 0) {
    if (level && !isRefusalTold) {
      console.warn(`[doorkit] DOORKIT_LOG names no level: set it to ${levels.join(', ')}`)
      isRefusalTold = true
    }
    return undefined
  }
  return loggerOf((name, record) => {
    if (levels.indexOf(name) >= least) console[name]('[doorkit]', record.message, record)
  })
}
