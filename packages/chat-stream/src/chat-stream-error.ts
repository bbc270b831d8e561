import type { ChatMessage } from './chat-message.ts'

/** How a stream ended, without its content: switch on `type`. */
export type ChatEnding =
  /** The server sent `[DONE]`. */
  | { type: 'complete' }
  /** The server finished the answer, but did not send `[DONE]`. */
  | { type: 'finished-without-done' }
  /** The stream ended inside the answer. */
  | { type: 'truncated' }
  /** No byte arrived for `idleTimeout` milliseconds. */
  | { type: 'stalled'; idleTimeout: number }
  /** The caller's signal, a reader that stopped early, or the server aborted the stream. */
  | { type: 'aborted'; by: 'signal' | 'reader' | 'server'; reason: unknown }
  /** The server reported an error. The text is that of the first error. Chunks after it were still read. */
  | { type: 'error'; errorText: string }
  /** Reading failed with `cause`. */
  | { type: 'connection-lost'; cause: unknown }
  /** The answer was not an event stream; `body` is the start of its text. */
  | { type: 'not-a-stream'; status: number; contentType: string; body: string }
  /** One event, or the whole stream, exceeded its limit. */
  | { type: 'too-large'; limit: 'event' | 'total'; maxBytes: number }

/** The name of an ending. */
export type ChatOutcomeType = ChatEnding['type']

/** A problem with one event. Reading continues, except after `event-too-large`. */
export type ChatProblemCode =
  | 'invalid-json'
  | 'invalid-chunk'
  | 'invalid-field'
  | 'incomplete-event'
  | 'event-too-large'
  | 'orphan-chunk'

/** An ending without a complete answer. */
export type ChatFailureCode = Exclude<ChatOutcomeType, 'complete' | 'finished-without-done'>

/** Every code of a {@link ChatStreamError}. */
export type ChatStreamErrorCode =
  | ChatProblemCode
  | ChatFailureCode
  | 'already-read'
  | 'invalid-chat-id'

const brand = Symbol.for('@doorkit/chat-stream/error')

/**
 * The only error class of this package: switch on `code`.
 *
 * - `invalid-json`, `invalid-chunk`, `incomplete-event`: one event was skipped. `invalid-field`: a chunk
 *   was delivered without one optional field. `orphan-chunk`: a chunk refers to nothing before it.
 *   `event-too-large`: an event exceeded `maxEventBytes`, and nothing after it is read. All of these are
 *   passed to `onProblem`, or listed in the outcome.
 * - `truncated`, `stalled`, `aborted`, `error`, `connection-lost`, `not-a-stream`, `too-large`: how the
 *   stream ended. Thrown to the reader; {@link outcome} has everything received.
 * - `already-read`: the stream was read twice. `invalid-chat-id`: a chat id that would change the path.
 * - Any other code comes from the server, which refused the request with a problem document.
 *
 * `instanceof` also recognizes the errors of another copy of this class, such as the copy in
 * `@doorkit/client` or in the CommonJS build.
 */
export class ChatStreamError extends Error {
  static override [Symbol.hasInstance](value: unknown): boolean {
    // For a user's subclass, the prototype chain decides.
    // biome-ignore-start lint/complexity/noThisInStatic: the class on the right of `instanceof`
    return Object.hasOwn(this, Symbol.hasInstance)
      ? brand in Object(value)
      : super[Symbol.hasInstance](value)
    // biome-ignore-end lint/complexity/noThisInStatic: the class on the right of `instanceof`
  }

  override readonly name = 'ChatStreamError'
  /** The reason: a code of this package, or from the server's problem document. */
  readonly code: ChatStreamErrorCode | (string & {})
  /** The status of an answer that was not a stream. */
  declare readonly status?: number | undefined
  /** The operation that failed, for example `chatSessions.stream`. Set by `@doorkit/client`. */
  declare readonly operation?: string | undefined
  /** The name of the client, if it has one. Set by `@doorkit/client`. */
  declare readonly client?: string | undefined
  /** Host and base path of the API: `api.example.com/v1`. Set by `@doorkit/client`. */
  declare readonly host?: string | undefined
  /** The server's id of the request, if it is known; quote it when you report a problem. */
  declare readonly requestId?: string | undefined

  // The member is private, so that a log of the error does not contain text that a person wrote.
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

  /** The members that are safe to log, without the conversation and the cause. */
  toJSON(): object {
    return Object.assign({ message: this.message }, this)
  }

  /**
   * How the stream ended, with everything received; undefined for `already-read`, `invalid-chat-id` and
   * a problem with one event.
   */
  get outcome(): ChatOutcome | undefined {
    return this.#outcome
  }
}

/** The result of a stream, however it ended. */
export interface ChatReceipt {
  /** The message as far as it was received. */
  message: ChatMessage
  /** The text of the message. */
  text: string
  /** Why the model stopped, if the server said so. */
  finishReason: string | undefined
  /** How many chunks were received. */
  chunkCount: number
  /** How many bytes of the stream were received, after decompression; for strings, their length. */
  byteCount: number
  /** The first 100 problems with events. */
  problems: readonly ChatStreamError[]
  /** How many problems there were. */
  problemCount: number
}

/** How a stream ended, with everything received. */
export type ChatOutcome = ChatEnding & ChatReceipt
