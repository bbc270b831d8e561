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
 * - `already-read`: the stream was taken twice. `invalid-chat-id`: a chat id that would leave its path.
 *
 * `instanceof` also recognises the errors of another copy of this class: that of `@doorkit/client`,
 * or CommonJS beside ESM.
 */
export class ChatStreamError extends Error {
  static override [Symbol.hasInstance](value: unknown): boolean {
    // Only the prototype chain shows a class that a user derives.
    // biome-ignore-start lint/complexity/noThisInStatic: the class on the right of `instanceof`
    return this === ChatStreamError ? brand in Object(value) : super[Symbol.hasInstance](value)
    // biome-ignore-end lint/complexity/noThisInStatic: the class on the right of `instanceof`
  }

  override readonly name = 'ChatStreamError'
  readonly code: ChatStreamErrorCode

  // Private, so that logging the error does not print what a person wrote.
  readonly #outcome: ChatOutcome | undefined

  constructor(
    code: ChatStreamErrorCode,
    message: string,
    { cause, outcome }: { cause?: unknown; outcome?: ChatOutcome | undefined } = {},
  ) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
    this.#outcome = outcome
    Object.defineProperty(this, brand, {})
  }

  /** How the stream ended, with everything received; undefined when only one event was at fault. */
  get outcome(): ChatOutcome | undefined {
    return this.#outcome
  }
}
