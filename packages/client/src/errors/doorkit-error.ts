import type { CallMeta } from '../answer/call-meta.ts'
import type { AttemptRecord, OperationInfo } from '../answer/operation-info.ts'
import type { ErrorCode } from '../contract/error-codes.ts'
import { type CallSite, stackOf } from './call-site.ts'
import { withoutNulls } from './without-nulls.ts'

/** The codes of errors that the client itself finds. The server's codes are in the contract. */
export type ClientErrorCode =
  | 'aborted'
  | 'attempt_timeout'
  | 'checkpoint_expired'
  | 'connection_failed'
  | 'cursor_missing'
  | 'cursor_repeated'
  | 'deadline_exceeded'
  | 'dispatcher_mismatch'
  | 'invalid_argument'
  | 'invalid_option'
  | 'queue_timeout'
  | 'redirect_refused'
  | 'response_drift'
  | 'response_not_json'
  | 'response_too_large'
  | 'response_truncated'
  | 'response_unexpected'
  | 'tls_failed'
  | 'wrong_list'

/** Every code that an error of this package can have. The server may add codes of its own. */
export type DoorkitErrorCode = ClientErrorCode | ErrorCode | (string & {})

/** The optional members of an error; a class may add others. */
export interface ErrorDetails {
  /** The error that led to this one: the native `cause`. */
  readonly cause?: unknown
  /** Whether the same call may succeed when it is repeated. */
  readonly retryable?: boolean | undefined
  /** The wait that `Retry-After` asked for, in milliseconds. */
  readonly retryAfterMs?: number | undefined
  /** The time at which the wait for `Retry-After` ends. */
  readonly retryAt?: Date | undefined
}

/** The call that failed. */
export interface FailedCall {
  readonly operation: OperationInfo
  /** The ids that a message may show, each after a space; absent if the call could not be built. */
  readonly ids?: string | undefined
  /** The `name` of the client. */
  readonly client?: string | undefined
  readonly idempotencyKey?: string | undefined
  /** Where the program made the call. */
  readonly site: CallSite
}

/** The attempts of a failed call. */
export interface FailedAttempts {
  /** Empty when nothing was sent. */
  readonly history?: readonly AttemptRecord[]
  readonly meta?: CallMeta | undefined
  /** Host and base path of the API; undefined if they are not set. */
  readonly host?: string | undefined
}

/** How many characters of the reason a message shows. */
const shownCharacters = 600

const brandSymbol = Symbol.for('@doorkit/client/error')

/**
 * The base of every error of this package: branch on `code`, or on the class.
 *
 * `instanceof` also recognizes errors of another copy of the package (ESM beside CommonJS). Every
 * enumerable member is safe to log. The cause, and the headers and body of an answer, are not enumerable.
 */
export class DoorkitError extends Error {
  /** Identifies the class across all copies of the package. */
  protected static readonly brand: string = 'DoorkitError'

  // biome-ignore-start lint/complexity/noThisInStatic: the class on the right of `instanceof`
  static override [Symbol.hasInstance](value: unknown): boolean {
    // A user's subclass has no brand of its own, so the prototype chain decides.
    if (!Object.hasOwn(this, 'brand')) return super[Symbol.hasInstance](value)
    const brand: unknown = Object(value)[brandSymbol]
    return brand !== undefined && (this.brand === 'DoorkitError' || this.brand === brand)
  }
  // biome-ignore-end lint/complexity/noThisInStatic: the class on the right of `instanceof`

  declare readonly name: string
  /** The stable reason: a {@link ClientErrorCode}, or the server's code on an {@link ApiError}. */
  declare readonly code: DoorkitErrorCode
  /** Whether the same call may succeed when it is repeated. */
  declare readonly retryable: boolean
  /** How long the server asks to wait before the next attempt, in milliseconds. */
  declare readonly retryAfterMs: number | undefined
  /** When that wait ends, by the client's clock; undefined without `retryAfterMs`. */
  declare readonly retryAt: Date | undefined
  /** The `name` of the client that made the call. */
  declare readonly client: string | undefined
  /** The operation that was called, for example `contacts.update`. */
  declare readonly operation: string | undefined
  /** The HTTP method of the request, for example `PATCH`. */
  declare readonly method: string | undefined
  /** The path of the request, with placeholders for its ids: `/contacts/{id}`. */
  declare readonly urlTemplate: string | undefined
  /** Host and base path of the API: `api.example.com/v1`. */
  declare readonly host: string | undefined
  /** How many times the request was sent; undefined for an error outside a call. */
  declare readonly attempts: number | undefined
  /** The outcome of each attempt, in order. */
  declare readonly history: readonly AttemptRecord[] | undefined
  /** The idempotency key of the write: send it again to repeat the call without a second effect. */
  declare readonly idempotencyKey: string | undefined
  /** The server's id of the request; quote it when you report a problem. */
  declare readonly requestId: string | undefined
  /**
   * The data of the last attempt's answer besides its body; undefined without an answer. It is not
   * enumerable.
   */
  declare readonly meta: CallMeta | undefined

  constructor(code: DoorkitErrorCode, message: string, details: ErrorDetails = {}) {
    const { cause, ...members } = details
    super(message, cause === undefined ? undefined : { cause })
    const name = new.target.brand
    Object.assign(this, withoutNulls({ name, code, retryable: false, ...members }))
    Object.defineProperty(this, brandSymbol, { value: name })
    // The stack would otherwise start with the name of the base class.
    if (this.stack) this.stack = this.stack.replace(/^\w+/, name)
  }

  /** The message and the enumerable members, which are safe to log. */
  toJSON(): Record<string, unknown> {
    return { message: this.message, ...Object(this) }
  }

  /** The text that `console.log` shows: the stack and up to three causes; with `showHidden`, all members. */
  [Symbol.for('nodejs.util.inspect.custom')](
    _depth?: number,
    options?: { readonly showHidden?: boolean },
    inspect?: (value: unknown, options: object) => string,
  ): string {
    if (options?.showHidden && inspect) return inspect(this, { ...options, customInspect: false })
    let text = this.stack ?? this.message
    let { cause } = this
    for (let depth = 0; cause instanceof Error && depth < 3; depth++) {
      text += `\n  caused by ${String(cause).slice(0, 200)}`
      cause = cause.cause
    }
    return text
  }
}

/**
 * Adds the failed call to an error: operation, ids, code and request id to its message, and the caller
 * to its stack. Members without a value stay absent.
 */
export function describeCall(
  error: DoorkitError,
  { operation, ids = '', client, idempotencyKey, site }: FailedCall,
  { history = [], meta, host }: FailedAttempts = {},
): void {
  const { id, method, path: urlTemplate } = operation
  const attempts = history.length
  const { requestId = error.requestId } = meta ?? {}
  const request = { operation: id, method, host, urlTemplate, idempotencyKey, requestId }
  Object.assign(error, withoutNulls({ client, ...request, attempts, history }))
  Object.defineProperty(error, 'meta', { value: meta })
  const { name, code, retryAfterMs, stack } = error
  const reason = error.message.slice(0, shownCharacters)
  const message = withFacts(`${id}${ids}: ${reason}`, [
    code,
    // An ApiError shows that the host was reached.
    name !== 'ApiError' && host,
    requestId?.slice(0, 100),
    client && `client ${client}`,
  ])
  error.message = message
  const header = withFacts(`${name}: ${message}\n `, [
    `${method} ${host ?? ''}${urlTemplate}`,
    meta && `status ${meta.status}`,
    retryAfterMs && `retry after ${retryAfterMs} ms`,
    attempts && `attempts ${attempts}`,
  ])
  error.stack = stackOf(header, stack, site)
}

/** Adds the code, the name of the client and the caller to the error of an option. */
export function describeClient(error: DoorkitError, client: unknown, site: CallSite): void {
  const { name, code, message, stack } = error
  const shown = typeof client === 'string' && client
  error.message = withFacts(`client options: ${message}`, [code, shown && `client ${shown}`])
  error.stack = stackOf(`${name}: ${error.message}`, stack, site)
  if (shown) Object.assign(error, { client: shown })
}

/** Writes a text and, in parentheses, the facts that are not missing. */
export function withFacts(text: string, facts: readonly unknown[]): string {
  return `${text} (${oneLine(facts.filter(Boolean).join(', '))})`
}

/** Replaces control characters, so that a server's text cannot control a terminal or add log lines. */
export function oneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ')
}

/**
 * Whether an error is a DoorkitError that {@link describeCall} has not described yet. Middleware may
 * throw the error of another call, which has its description already.
 */
export function isUndescribed(error: unknown): error is DoorkitError {
  return error instanceof DoorkitError && error.history === undefined
}
