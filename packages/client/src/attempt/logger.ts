/** One thing worth knowing about a call. Holds no body, no header and no key. */
export interface LogRecord {
  /**
   * - `attempt` (debug): a request was answered, or failed.
   * - `retry` (info): the client waits, then sends the request again.
   * - `failure` (error): the call ended without a usable answer, for no fault of the request.
   * - `version` (warn): another version of the API answered than was asked for; logged once each.
   * - `deprecation` (warn): the server announces the end of an operation; logged once for each.
   * - `drift` (warn): an answer is not what the contract says; logged once for each field. Only with
   *   `@doorkit/client/validate`.
   */
  readonly event: 'attempt' | 'retry' | 'failure' | 'version' | 'deprecation' | 'drift'
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
  /** How long the attempt took, its body included. */
  readonly durationMs?: number | undefined
  /** How long the client waits before the next attempt. */
  readonly delayMs?: number | undefined
  /** The version that answered, where it is not the one that was asked for. */
  readonly version?: string | undefined
  /** Since when the operation is deprecated, as the server says it: `@1790000000` (RFC 9745). */
  readonly deprecation?: string | undefined
  /** From when on it may not answer any more, as the server says it: a date (RFC 8594). */
  readonly sunset?: string | undefined
  /** The field that drifted, without its value: `data[].lead.email`. */
  readonly field?: string | undefined
}

/** Takes structured records; `console` and the loggers of pino and winston fit as they are. */
export interface Logger {
  /** Takes `attempt`. */
  debug(record: LogRecord): void
  /** Takes `retry`. */
  info(record: LogRecord): void
  /** Takes `version`, `deprecation` and `drift`. */
  warn(record: LogRecord): void
  /** Takes `failure`. */
  error(record: LogRecord): void
}

const levels = ['debug', 'info', 'warn', 'error'] as const

/** The console, from a level on: what DOORKIT_LOG asks for. Undefined for anything else. */
export function environmentLogger(level: string | undefined): Logger | undefined {
  const least = (levels as readonly (string | undefined)[]).indexOf(level)
  if (least < 0) return undefined
  const { console } = globalThis
  const write = (name: (typeof levels)[number]) => (record: LogRecord) => {
    if (levels.indexOf(name) >= least) console[name]('[doorkit]', record.message, record)
  }
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') }
}
