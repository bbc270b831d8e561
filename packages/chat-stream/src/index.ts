export type {
  ChatChunk,
  ChatCitation,
  ChatCitationSource,
  ChatFinishReason,
  JsonObject,
  JsonValue,
  KnownChatChunk,
  ProviderMetadata,
  SteeringFile,
  SteeringText,
  UnknownChatChunk,
} from './chat-chunk.ts'
export type {
  ChatDynamicToolPart,
  ChatMessage,
  ChatMessagePart,
  ChatReasoningPart,
  ChatTextPart,
  ChatToolPart,
  ChatToolState,
} from './chat-message.ts'
export type { ChatParser, ChatParserOptions, ChatParserState } from './chat-parser.ts'
export { createChatParser } from './chat-parser.ts'
export type { ChatStreamSource, ReadChatStreamOptions } from './chat-reader.ts'
export type {
  ChatEnding,
  ChatFailureCode,
  ChatOutcome,
  ChatOutcomeType,
  ChatProblemCode,
  ChatReceipt,
  ChatStreamErrorCode,
} from './chat-stream-error.ts'
export { ChatStreamError } from './chat-stream-error.ts'
export type {
  ChatTransport,
  ChatTransportOptions,
  ReconnectOptions,
  Resolvable,
  SendMessagesOptions,
  TransportHeaders,
  TransportRequestOptions,
} from './chat-transport.ts'
export { createChatTransport } from './chat-transport.ts'
export { CHAT_STREAM_DONE, CHAT_STREAM_HEADERS, encodeChatChunk } from './encode-chat-chunk.ts'
export type { MessageReducer, MessageReducerOptions } from './message-reducer.ts'
export { createMessageReducer } from './message-reducer.ts'
export type { ProxyResponseOptions } from './proxy-response.ts'
export { type ChatStream, readChatStream } from './read-chat-stream.ts'
export type { TransportChunk } from './stream-for-use-chat.ts'
export type { NodeResponse } from './write-to-node-response.ts'
