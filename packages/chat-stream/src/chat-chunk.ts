// Optional members are written `?: T`, without `undefined`: JSON has no undefined, and the chunks stay
// assignable to the chunks of the AI SDK under `exactOptionalPropertyTypes`.

/** A JSON object of unknown content. */
export type JsonObject = { [key: string]: JsonValue | undefined }

/** Any JSON value. */
export type JsonValue = null | string | number | boolean | JsonObject | readonly JsonValue[]

/** Data that a model provider adds to a chunk, by provider name. */
export type ProviderMetadata = Record<string, JsonObject>

/** The finish reasons of AI SDK 7. */
export const FINISH_REASONS = [
  'stop',
  'length',
  'content-filter',
  'tool-calls',
  'error',
  'interrupted',
  'other',
] as const

/**
 * Why the model stopped. An unknown reason is kept; {@link createChatTransport} passes it on as `other`.
 */
export type ChatFinishReason = (typeof FINISH_REASONS)[number] | (string & {})

/** The target of a citation. */
export type ChatCitationSource = {
  type: 'source'
  id: string
  providerMetadata?: ProviderMetadata
} & (
  | { sourceType: 'url'; url: string; title?: string }
  | { sourceType: 'document'; mediaType: string; title: string; filename?: string }
)

/** A reference that supports a text part. */
export interface ChatCitation {
  source: ChatCitationSource
  /** The index of the first character of the supported text. */
  startIndex?: number
  /** The index of the character after the supported text. */
  endIndex?: number
  citedText?: string
}

/** The metadata of a provider, which many chunks and parts have. */
export interface ProviderFields {
  providerMetadata?: ProviderMetadata
}

/** A text part of a steering message. */
export interface SteeringText extends ProviderFields {
  type: 'text'
  text: string
}

/** A file part of a steering message. */
export interface SteeringFile extends ProviderFields {
  type: 'file'
  mediaType: string
  url: string
  filename?: string
  providerReference?: Record<string, string>
}

interface ToolFields extends ProviderFields {
  toolCallId: string
  /** True if the provider runs the tool itself. */
  providerExecuted?: boolean
  toolMetadata?: JsonObject
  /** True for a tool whose name is known only at run time. */
  dynamic?: boolean
}

interface ToolCall extends ToolFields {
  toolName: string
  title?: string
}

/** A part of a message that arrives in one chunk, and equals that chunk. */
export type WholePart =
  | ({ type: 'file'; url: string; mediaType: string } & ProviderFields)
  | ({ type: 'reasoning-file'; url: string; mediaType: string } & ProviderFields)
  | ({ type: 'source-url'; sourceId: string; url: string; title?: string } & ProviderFields)
  | ({
      type: 'source-document'
      sourceId: string
      mediaType: string
      title: string
      filename?: string
    } & ProviderFields)
  | ({ type: 'custom'; kind: `${string}.${string}` } & ProviderFields)
  | { type: 'steering-message'; id: string; parts: (SteeringText | SteeringFile)[] }

/** Every chunk of the UI message stream, version 1: 29 literal types and `data-*`. */
export type KnownChatChunk =
  | { type: 'start'; messageId?: string; messageMetadata?: unknown }
  | { type: 'finish'; finishReason?: ChatFinishReason; messageMetadata?: unknown }
  | { type: 'abort'; reason?: string }
  | { type: 'error'; errorText: string }
  | { type: 'message-metadata'; messageMetadata: unknown }
  | { type: 'start-step' }
  | { type: 'finish-step' }
  /** Removes every part of the current step. */
  | { type: 'reset-step' }
  | ({ type: 'text-start'; id: string } & ProviderFields)
  | ({ type: 'text-delta'; id: string; delta: string } & ProviderFields)
  | ({ type: 'text-end'; id: string; citations?: ChatCitation[] } & ProviderFields)
  | ({ type: 'reasoning-start'; id: string } & ProviderFields)
  | ({ type: 'reasoning-delta'; id: string; delta: string } & ProviderFields)
  | ({ type: 'reasoning-end'; id: string } & ProviderFields)
  | WholePart
  | ({ type: 'tool-input-start'; inputEncoding?: 'json' | 'text' | (string & {}) } & ToolCall)
  | { type: 'tool-input-delta'; toolCallId: string; inputTextDelta: string }
  | ({ type: 'tool-input-available'; input: unknown } & ToolCall)
  | ({ type: 'tool-input-error'; input: unknown; errorText: string } & ToolCall)
  | {
      type: 'tool-approval-request'
      approvalId: string
      toolCallId: string
      approvalDescriptor?: unknown
      inputSchemaInput?: unknown
      reason?: string
      isAutomatic?: boolean
      signature?: string
    }
  | ({
      type: 'tool-approval-response'
      approvalId: string
      approved: boolean
      reason?: string
      providerExecuted?: boolean
    } & ProviderFields)
  | ({ type: 'tool-output-available'; output: unknown; preliminary?: boolean } & ToolFields)
  | ({ type: 'tool-output-error'; errorText: string } & ToolFields)
  | { type: 'tool-output-denied'; toolCallId: string }
  /**
   * Data of the application. A later chunk of the same type and id replaces it; `transient` data is not
   * part of the message.
   */
  | { type: `data-${string}`; id?: string; data: unknown; transient?: boolean }

/** A chunk of a type that this version does not know, with the original as `raw`. */
export interface UnknownChatChunk {
  type: 'unknown'
  /** The original chunk, with its own `type`. */
  raw: { [field: string]: unknown; type: string }
}

/** A chunk of a chat stream: switch on `type`. */
export type ChatChunk = KnownChatChunk | UnknownChatChunk
