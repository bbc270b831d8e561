import type { CallMeta } from '../answer/call-meta.ts'
import type { AttemptRecord, OperationInfo } from '../answer/operation-info.ts'
import type { ErrorCode } from '../contract/error-codes.ts'
import { type CallSite, stackOf } from './call-site.ts'
import { present } from './without-nulls.ts'

/** The reasons that the client itself gives; those of the server are the contract's codes. */
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

/** Every reason an error of this package can have; the server may add codes of its own. */
export type DoorkitErrorCode = ClientErrorCode | ErrorCode | (string & {})

/** The parts of an error beside its code and its text; a class may add members of its own. */
export interface ErrorDetails {
  /** The error that was caught; kept as the native `cause`. */
  readonly cause?: unknown
  /** Whether the same call may succeed when it is made again. */
  readonly retryable?: boolean | undefined
  /** The wait that `Retry-After` asked for, in milliseconds. */
  readonly retryAfterMs?: number | undefined
  /** The moment that is. */
  readonly retryAt?: Date | undefined
}

/** The call that failed. */
export interface FailedCall {
  readonly operation: OperationInfo
  /** The ids that the call was given, each after a space; absent where they cannot be shown. */
  readonly ids?: string | undefined
  /** The `name` of the client. */
  readonly client?: string | undefined
  readonly idempotencyKey?: string | undefined
  /** The caller's place in its own code. */
  readonly site: CallSite
}

/** How it went. */
export interface FailedAttempts {
  /** Empty when nothing was sent. */
  readonly history?: readonly AttemptRecord[]
  readonly meta?: CallMeta | undefined
  /** Host and base path of the API; undefined as long as nothing says them. */
  readonly host?: string | undefined
}

/** Characters of the reason that a message repeats. */
const shownCharacters = 600

const brandKey = Symbol.for('@doorkit/client/error')

/**
 * The base of every error of this package: branch on `code`, or on the class.
 *
 * `instanceof` also recognises the errors of another copy of the package (ESM beside CommonJS).
 * Every enumerable member of an error is safe to log: no key, no body, no header.
 */
export class DoorkitError extends Error {
  /** The name under which every copy of the package knows the class. */
  protected static readonly brand: string = 'DoorkitError'

  // biome-ignore-start lint/complexity/noThisInStatic: the class on the right of `instanceof`
  static override [Symbol.hasInstance](value: unknown): boolean {
    // A class that a user derives has no brand of its own: only the prototype chain tells.
    if (!Object.hasOwn(this, 'brand')) return super[Symbol.hasInstance](value)
    const brand: unknown = Object(value)[brandKey]
    return brand !== undefined && (this.brand === 'DoorkitError' || this.brand === brand)
  }
  // biome-ignore-end lint/complexity/noThisInStatic: the class on the right of `instanceof`

  declare readonly name: string
  /** The stable reason: a {@link ClientErrorCode}, or the server's code on an {@link ApiError}. */
  declare readonly code: DoorkitErrorCode
  /** Whether the same call may succeed when it is made again. */
  declare readonly retryable: boolean
  /** How long the server asks to wait before the next try, in milliseconds. */
  declare readonly retryAfterMs: number | undefined
  /** When the next try makes sense, by the client's clock; undefined without `retryAfterMs`. */
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
  /** How many times the request was sent; undefined when the failure came before any attempt. */
  declare readonly attempts: number | undefined
  /** How each attempt went, in order. */
  declare readonly history: readonly AttemptRecord[] | undefined
  /** The key that was sent with the write: send it again to repeat the call without a second effect. */
  declare readonly idempotencyKey: string | undefined
  /** The server's id of the request; name it when you report a problem. */
  declare readonly requestId: string | undefined
  /** The facts of the last answer beside its body; undefined without an answer. Not enumerable. */
  declare readonly meta: CallMeta | undefined

  constructor(code: DoorkitErrorCode, message: string, details: ErrorDetails = {}) {
    const { cause, ...members } = details
    super(message, cause === undefined ? undefined : { cause })
    const name = new.target.brand
    Object.assign(this, present({ name, code, retryable: false, ...members }))
    Object.defineProperty(this, brandKey, { value: name })
    // Else the stack begins with the name of the base class.
    if (this.stack) this.stack = this.stack.replace(/^\w+/, name)
  }

  /** The members that are safe to log: everything but the cause, the headers and the body of the answer. */
  toJSON(): Record<string, unknown> {
    return { message: this.message, ...Object(this) }
  }

  /** The text that a console prints: the stack and the text of each cause; all members with `showHidden`. */
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
 * Completes an error with the call it ended: its message with operation, ids, code and request id, and
 * its stack with who called. The members stay absent where there is nothing.
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
  Object.assign(error, present({ client, ...request, attempts, history }))
  Object.defineProperty(error, 'meta', { value: meta })
  const { name, code, retryAfterMs, stack } = error
  const reason = error.message.slice(0, shownCharacters)
  const message = listed(`${id}${ids}: ${reason}`, [
    code,
    // The reason of a server shows that it was reached.
    name !== 'ApiError' && host,
    requestId?.slice(0, 100),
    client && `client ${client}`,
  ])
  error.message = message
  const header = listed(`${name}: ${message}\n `, [
    `${method} ${host ?? ''}${urlTemplate}`,
    meta && `status ${meta.status}`,
    retryAfterMs && `to be repeated after ${retryAfterMs} ms`,
    attempts && `attempts ${attempts}`,
  ])
  error.stack = stackOf(header, stack, site)
}

/** A text with facts behind it, without those that are missing. */
export function listed(text: string, facts: readonly unknown[]): string {
  return `${text} (${oneLine(facts.filter(Boolean).join(', '))})`
}

/** A server's text must neither move the cursor of a terminal nor begin a line of a log. */
export function oneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ')
}

/**
 * Whether an error is of the call that is under way: it has no history yet. False for what a
 * middleware threw, even when that is the described error of a call of its own.
 */
export function isUndescribed(error: unknown): error is DoorkitError {
  return error instanceof DoorkitError && error.history === undefined
}
