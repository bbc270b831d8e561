/** The tokens that a language model used in a turn, as the agent reports them. */
export interface TurnUsage {
  /** The model; null if the agent does not name it. */
  readonly model: string | null
  /** The tokens that the model read, including the tokens from its cache. */
  readonly inputTokens: number
  /** The tokens that the model wrote. */
  readonly outputTokens: number
  /** The tokens that the model read from its cache. */
  readonly cachedInputTokens: number
}

/** Why a turn failed. */
export type TurnErrorCode =
  /**
   * The agent threw an error or sent an `error` chunk, or the kit failed to prepare or store the turn.
   * `cause` is the error.
   */
  | 'agent_failed'
  /** The agent sent an `abort` chunk. */
  | 'aborted'
  /** The agent ended without an answer. */
  | 'no_answer'
  /** The turn took too long. */
  | 'timeout'
  /** The first word took too long. */
  | 'first_word_timeout'
  /** The tokens of the month are used up, so the agent was not asked. */
  | 'tokens_used'
  /** The process of the turn died. */
  | 'process_died'
  /** The server closed during the turn. */
  | 'closing'

/** Why the agent could not answer, for `onAgentError`. */
export class TurnError extends Error {
  override readonly name = 'TurnError'
  /** The reason, for code to branch on. */
  readonly code: TurnErrorCode

  constructor(code: TurnErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** How a turn ended: the agent answered, somebody stopped the turn, or the agent could not answer. */
export type TurnStatus = 'done' | 'stopped' | 'failed'

/** A report of one ended turn of the agent. It contains no text. */
export interface TurnReport {
  /** When the turn began, in milliseconds since the epoch. */
  readonly at: number
  /** The id of the workspace. */
  readonly workspace: string
  /** The id of the chat session. */
  readonly session: string
  /** The id of the conversation. */
  readonly conversation: string
  /** The id of the visitor's message. */
  readonly question: string
  /** The id of the stored answer; null if none was stored. */
  readonly answer: string | null
  /** How the turn ended; `failed` even if `onAgentError` or the kit answered in place of the agent. */
  readonly status: TurnStatus
  /** Why the turn failed; null if it did not. */
  readonly errorCode: TurnErrorCode | null
  /** The time from the question to the end of the turn, in milliseconds. */
  readonly durationMs: number
  /** The time until the first word of the answer, in milliseconds; null without one. */
  readonly firstWordMs: number | null
  /** The tool calls, in order. */
  readonly tools: readonly { readonly name: string; readonly ok: boolean }[]
  /** The usage of a language model; null if the agent reports none. */
  readonly usage: TurnUsage | null
}
