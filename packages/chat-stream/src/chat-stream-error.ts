import type { ChatOutcome, ChatOutcomeType } from './chat-outcome.ts'

/** One part of the stream that could not be used; reading goes on. */
export type ChatProblemCode =
  | 'invalid-json'
  | 'invalid-chunk'
  | 'invalid-field'
  | 'incomplete-event'
  | 'event-too-large'
  | 'orphan-chunk'

/** An ending without a whole answer. */
export type ChatFailureCode = Exclude<ChatOutcomeType, 'complete' | 'finished-without-done'>

/** Every code of a {@link ChatStreamError}. */
export type ChatStreamErrorCode =
  | ChatProblemCode
  | ChatFailureCode
  | 'already-read'
  | 'invalid-chat-id'

const brand = Symbol.for('@doorkit/chat-stream/error')

/**
 * The one error of this package: switch on `code`.
 *
 * - `invalid-json`, `invalid-chunk`, `incomplete-event`, `orphan-chunk`: one event was
 *   skipped; `invalid-field`: a chunk was delivered without one optional field. Given to `onProblem`.
 * - `event-too-large`: an event passed `maxEventBytes`; nothing after it is read. Given to `onProblem`.
 * - `truncated`, `stalled`, `aborted`, `error`, `connection-lost`, `not-a-stream`, `too-large`: how the
 *   stream ended. Thrown to the reader after everything received; {@link outcome} has all of it.
 * - Any other code is the server's, which refused the request with a problem document.
 * - `already-read`: the stream was taken twice. `invalid-chat-id`: a chat id that would leave its path.
 *
 * `instanceof` also recognises the errors of another copy of this class: that of `@doorkit/client`,
 * or CommonJS beside ESM.
 */
export class ChatStreamError extends Error {
  static override [Symbol.hasInstance](value: unknown): boolean {
    // Only the prototype chain shows a class that a user derives. The class does not name itself: a
    // bundler would give it another name.
    // biome-ignore-start lint/complexity/noThisInStatic: the class on the right of `instanceof`
    return Object.hasOwn(this, Symbol.hasInstance)
      ? brand in Object(value)
      : super[Symbol.hasInstance](value)
    // biome-ignore-end lint/complexity/noThisInStatic: the class on the right of `instanceof`
  }

  override readonly name = 'ChatStreamError'
  /** The reason: that of this package, or the server's own where it refused with a problem document. */
  readonly code: ChatStreamErrorCode | (string & {})
  /** The status of an answer that was not a stream. */
  declare readonly status?: number | undefined
  /** The operation that failed, for example `chatSessions.stream`: of streams of `@doorkit/client`. */
  declare readonly operation?: string | undefined
  /** The name of the client, where it has one: of streams of `@doorkit/client`. */
  declare readonly client?: string | undefined
  /** Host and base path of the API, as `api.example.com/v1`: of streams of `@doorkit/client`. */
  declare readonly host?: string | undefined
  /** The server's id of the request, where it is known; name it when you report a problem. */
  declare readonly requestId?: string | undefined

  // Private, so that logging the error does not print what a person wrote.
  readonly #outcome: ChatOutcome | undefined

  constructor(
    code: ChatStreamErrorCode | (string & {}),
    message: string,
    { cause, outcome }: { cause?: unknown; outcome?: ChatOutcome | undefined } = {},
  ) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
    this.#outcome = outcome
    Object.defineProperty(this, brand, {})
  }

  /** The members that are safe to log: nothing of what was said, and not the cause. */
  toJSON(): object {
    return Object.assign({ message: this.message }, this)
  }

  /** How the stream ended, with everything received; undefined when only one event was at fault. */
  get outcome(): ChatOutcome | undefined {
    return this.#outcome
  }
}
