import type * as z from 'zod'
import type { Passage } from './knowledge-search.ts'

/** A tool of one turn. Its calls act on the session of the turn, within the limits of the turn. */
export interface TurnTool<Input = unknown, Output = unknown> {
  /** The name of the tool. */
  readonly name: string
  /** Tells a model what the tool does and when to use it. */
  readonly description: string
  /** The schema of the input. */
  readonly input: z.ZodType<Input>
  /**
   * Checks the input and performs the call. A call with the id of an earlier one returns the output of
   * that call.
   *
   * @param call.signal - asks the tool to end the call early.
   * @param call.toolCallId - the id of the call. Default: one of the kit's.
   * @throws ToolError if the input is invalid, a limit is reached, the tool fails, or the call is ended.
   */
  execute(
    input: Input,
    call?: {
      readonly signal?: AbortSignal | undefined
      readonly toolCallId?: string | undefined
    },
  ): Promise<Output>
}

/** Why a visitor is handed to a person. */
export type HandoffReason =
  | 'asked_for_person'
  | 'not_answered'
  | 'complaint'
  | 'sales'
  | 'urgent'
  | 'other'

/** Whether the people of the team answer now. */
export interface TeamHours {
  /** Whether somebody answers now. */
  readonly open: boolean
  /**
   * When somebody answers next, as RFC 3339 in UTC; null if somebody answers now, or if nobody will
   * within a year.
   */
  readonly opensAt: string | null
  /** The time zone of the team: an IANA name, or an offset such as `+02:00`. */
  readonly timezone: string
}

/** The details that a visitor gave about themselves in the conversation. None of them is verified. */
export interface TurnLead {
  /** The visitor's name as they wrote it. */
  readonly name: string | null
  /** The visitor's email address, in lower case. */
  readonly email: string | null
  /** The visitor's phone number as they wrote it. */
  readonly phone: string | null
  /** The company that the visitor works for. */
  readonly company: string | null
  /** The wish of the visitor, in a sentence or two. */
  readonly need: string | null
}

/**
 * The tools of a turn, by name. `Object.values` returns the list for a model. The effects of the kit's
 * own tools are stored together with the answer: if a turn stores no answer, they do not happen.
 */
export interface TurnTools {
  /**
   * Searches the workspace's knowledge. Returns the best passage first, or none if no passage matches
   * the query.
   */
  readonly search_knowledge: TurnTool<
    { readonly query: string; readonly limit?: number | null | undefined },
    { readonly passages: readonly Passage[] }
  >
  /**
   * Saves the details that visitors give about themselves, without verifying them. A call may contain
   * only some of the details: the others stay as they are. Emits `lead.captured` when the email address
   * of the conversation changes, except in a preview or trial.
   */
  readonly save_lead: TurnTool<
    { readonly [Field in keyof TurnLead]?: string | null | undefined },
    { readonly lead: TurnLead }
  >
  /**
   * Asks for a person. This changes nothing if the visitor already waits for one. Undefined if the
   * workspace accepts no handoffs.
   */
  readonly request_handoff?:
    | TurnTool<
        { readonly reason: HandoffReason; readonly note?: string | null | undefined },
        {
          readonly requested: true
          /** Null if the workspace has no hours. */
          readonly hours: TeamHours | null
        }
      >
    | undefined
  /**
   * Offers a meeting. `url` is the address where the visitor books it for this conversation; null if
   * there is no address. Undefined if the workspace accepts no bookings.
   */
  readonly offer_meeting?:
    | TurnTool<Readonly<Record<string, never>>, { readonly url: string | null }>
    | undefined
  /** The host's own tools. */
  readonly [name: string]: TurnTool | undefined
}

/** Why a tool call failed. */
export type ToolErrorCode =
  /** The input does not fit the schema, or the email address in it is invalid. */
  | 'invalid_input'
  /** The turn has already made the same call three times. */
  | 'repeated'
  /** The turn has already made 20 calls. */
  | 'too_many_calls'
  /** The tool took too long. */
  | 'timeout'
  /** The tool threw an error, or a signal ended the call: `cause` is the error or the reason. */
  | 'failed'

/** The error of a tool call. Its message may be shown to a model. */
export class ToolError extends Error {
  override readonly name = 'ToolError'
  /** The reason, for code to branch on. */
  readonly code: ToolErrorCode

  constructor(code: ToolErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
