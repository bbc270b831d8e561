import '@doorkit/models/require-node'

export type {
  ChatChunk,
  ChatEnding,
  ChatMessage,
  ChatMessagePart,
  ChatOutcome,
  ChatOutcomeType,
  ChatReceipt,
  ChatStream,
  ChatStreamErrorCode,
} from '@doorkit/chat-stream'
export { ChatStreamError } from '@doorkit/chat-stream/error'
export type { CallMeta, WithMeta } from './answer/call-meta.ts'
export type { AttemptRecord, OperationInfo } from './answer/operation-info.ts'
export type { RateLimit } from './answer/rate-limit.ts'
export type { Clock, TimerPurpose } from './attempt/clock.ts'
export type { ApiKeySource } from './attempt/credential.ts'
export type { FetchFunction } from './attempt/fetch-function.ts'
export type { HeadersInput } from './attempt/headers.ts'
export type { Logger, LogRecord } from './attempt/logger.ts'
export type {
  AttemptContext,
  AttemptHooks,
  AttemptRequest,
  CallContext,
  CallMiddleware,
  MakeCall,
  Middleware,
  SendAttempt,
  WrapAttempt,
  WrapCall,
} from './attempt/middleware.ts'
export type {
  BatchCallOptions,
  BatchOptions,
  BatchReport,
  BatchResult,
  BatchRow,
  BatchWork,
} from './call/batch.ts'
export type { Call, SafeResult } from './call/call.ts'
export type { CallOptions, ListOptions, StreamOptions, WriteOptions } from './call/call-options.ts'
export { metaOf } from './call/meta-of.ts'
export type { QueryValue } from './call/query.ts'
export type { RawRequest, SendRaw } from './call/raw-request.ts'
export type { RateLimits } from './call/request-queue.ts'
export { type Client, createClient } from './client.ts'
export type { ClientOptions } from './client-options.ts'
export * from './contract/index.ts'
export { apiVersion } from './contract/routes.ts'
export { AbortedError } from './errors/aborted-error.ts'
export { ApiError, type ApiProblem, isProblem } from './errors/api-error.ts'
export { ConnectionError } from './errors/connection-error.ts'
export {
  type ClientErrorCode,
  DoorkitError,
  type DoorkitErrorCode,
  type ErrorDetails,
} from './errors/doorkit-error.ts'
export { PaginationError } from './errors/pagination-error.ts'
export { ResponseError } from './errors/response-error.ts'
export { DeadlineError, QueueTimeoutError, TimeoutError } from './errors/timeout-errors.ts'
export type { List } from './list/fetch-pages.ts'
export type { ListCall, ToArrayOptions } from './list/list-call.ts'
export type { AsyncDisposal, ListIterator } from './list/list-iterator.ts'
export type { StreamCall } from './stream/stream-method.ts'
