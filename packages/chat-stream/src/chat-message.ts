import type { ChatCitation, JsonObject, ProviderMetadata, WholePart } from './chat-chunk.ts'

// The shapes of the AI SDK's `UIMessage`, to which these types are assignable: optional members are
// written `?: T`, as in `chat-chunk.ts`.

interface Provided {
  providerMetadata?: ProviderMetadata
}

/** Text of the answer. */
export interface ChatTextPart extends Provided {
  type: 'text'
  text: string
  /** `streaming` until the end of the part came. */
  state?: 'streaming' | 'done'
  citations?: ChatCitation[]
}

/** The model's thoughts before its answer. */
export interface ChatReasoningPart extends Provided {
  type: 'reasoning'
  id?: string
  text: string
  state?: 'streaming' | 'done'
}

/** A question to a person whether a tool may run, and the answer. */
interface Approval<Approved> {
  id: string
  approved: Approved
  descriptor?: unknown
  requestReason?: string
  reason?: string
  isAutomatic?: boolean
  signature?: string
  inputSchemaInput?: unknown
}

interface PendingApproval extends Omit<Approval<never>, 'approved' | 'reason'> {
  approved?: never
  reason?: never
}

interface ToolCallOf<Input> {
  input: Input
  output?: never
  errorText?: never
  callProviderMetadata?: ProviderMetadata
}

/** How far a tool call is, with what is known then: switch on `state`. */
export type ChatToolState =
  | {
      state: 'input-streaming'
      /** The value of the text received so far. */
      input?: unknown
      /** The text received so far. */
      rawInput?: string
      inputEncoding?: 'json' | 'text'
      output?: never
      errorText?: never
      callProviderMetadata?: ProviderMetadata
      approval?: never
    }
  | ({ state: 'input-available'; approval?: never } & ToolCallOf<unknown>)
  | ({ state: 'approval-requested'; approval: PendingApproval } & ToolCallOf<unknown>)
  | ({ state: 'approval-responded'; approval: Approval<boolean> } & ToolCallOf<unknown>)
  | {
      state: 'output-available'
      input: unknown
      output: unknown
      errorText?: never
      /** True while a later output is still to replace this one. */
      preliminary?: boolean
      callProviderMetadata?: ProviderMetadata
      resultProviderMetadata?: ProviderMetadata
      approval?: Approval<true>
    }
  | {
      state: 'output-error'
      input: unknown
      rawInput?: unknown
      output?: never
      errorText: string
      callProviderMetadata?: ProviderMetadata
      resultProviderMetadata?: ProviderMetadata
      approval?: Approval<true>
    }
  | ({ state: 'output-denied'; approval: Approval<false> } & ToolCallOf<unknown>)

interface ToolIdentity {
  toolCallId: string
  title?: string
  toolMetadata?: JsonObject
  providerExecuted?: boolean
}

/** A call of a tool whose name the program knows: `tool-` and the name. */
export type ChatToolPart = { type: `tool-${string}` } & ToolIdentity & ChatToolState

/** A call of a tool whose name was not known when the program was written. */
export type ChatDynamicToolPart = {
  type: 'dynamic-tool'
  toolName: string
  dynamic?: false
} & ToolIdentity &
  ChatToolState

/** One part of a message, in the order in which the parts began: switch on `type`. */
export type ChatMessagePart =
  | ChatTextPart
  | ChatReasoningPart
  | ChatToolPart
  | ChatDynamicToolPart
  | WholePart
  | { type: 'step-start' }
  | { type: `data-${string}`; id?: string; data: unknown }

/** The answer as far as it came. A snapshot: parts that did not change are the same objects in the next one. */
export interface ChatMessage {
  /** Empty until the stream names it. */
  id: string
  role: 'assistant'
  metadata?: unknown
  parts: ChatMessagePart[]
}
