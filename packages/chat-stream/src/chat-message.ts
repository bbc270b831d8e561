import type {
  ChatCitation,
  JsonObject,
  ProviderFields,
  ProviderMetadata,
  WholePart,
} from './chat-chunk.ts'

// These types are assignable to the AI SDK's `UIMessage`: optional members are written `?: T`, as in
// `chat-chunk.ts`.

/** Text of the answer. */
export interface ChatTextPart extends ProviderFields {
  type: 'text'
  text: string
  /** `streaming` until the part has ended. */
  state?: 'streaming' | 'done'
  citations?: ChatCitation[]
}

/** The model's thoughts before its answer. */
export interface ChatReasoningPart extends ProviderFields {
  type: 'reasoning'
  id?: string
  text: string
  state?: 'streaming' | 'done'
}

/** The request to approve a tool call, and the decision. */
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

/** The state of a tool call, with the fields of that state: switch on `state`. */
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
      /** True if a later output will replace this one. */
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

/** A call of a tool whose name the program knows: the type is `tool-` and the name. */
export type ChatToolPart = { type: `tool-${string}` } & ToolIdentity & ChatToolState

/** A call of a tool whose name is known only at run time. */
export type ChatDynamicToolPart = {
  type: 'dynamic-tool'
  toolName: string
  dynamic?: false
} & ToolIdentity &
  ChatToolState

/** A part of a message: switch on `type`. Parts are in the order in which they started. */
export type ChatMessagePart =
  | ChatTextPart
  | ChatReasoningPart
  | ChatToolPart
  | ChatDynamicToolPart
  | WholePart
  | { type: 'step-start' }
  | { type: `data-${string}`; id?: string; data: unknown }

/**
 * A snapshot of the answer so far. Parts that do not change are the same objects in the next snapshot.
 */
export interface ChatMessage {
  /** Empty until the stream sends it. */
  id: string
  role: 'assistant'
  metadata?: unknown
  parts: ChatMessagePart[]
}
