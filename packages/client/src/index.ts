export { ChatStreamError } from '@doorkit/chat-stream'
export type { Call, SafeResult, WithMeta } from './call.ts'
export type { AttemptHooks, CallContext, CallMiddleware, MakeCall } from './call-middleware.ts'
export type { CallOptions, ListOptions, StreamOptions, WriteOptions } from './call-options.ts'
export { type Client, createClient } from './client.ts'
export type { ClientOptions } from './client-options.ts'
export type { Clock, TimerPurpose } from './clock.ts'
export type { ChatStreaming, ContractMethods } from './contract-methods.ts'
export { AbortedError } from './errors/aborted-error.ts'
export { ApiError, type ApiProblem, isProblem } from './errors/api-error.ts'
export { ConnectionError } from './errors/connection-error.ts'
export { DeadlineError } from './errors/deadline-error.ts'
export {
  type ClientErrorCode,
  DoorkitError,
  type DoorkitErrorCode,
  type ErrorDetails,
} from './errors/doorkit-error.ts'
export { PaginationError } from './errors/pagination-error.ts'
export { ResponseError } from './errors/response-error.ts'
export { TimeoutError } from './errors/timeout-error.ts'
export type { ListCall, ToArrayOptions } from './list-call.ts'
export type { ListIterator } from './list-iterator.ts'
export type { Logger, LogRecord } from './logger.ts'
export type { CallMeta } from './meta.ts'
export type { AttemptContext, AttemptRequest, Middleware, SendAttempt } from './middleware.ts'
export type {
  AgentSettings,
  Analytics,
  ApiKeyIdentity,
  Appearance,
  ChatAction,
  ChatButton,
  ChatReply,
  ChatSession,
  Contact,
  ContactDeleted,
  Conversation,
  Erasure,
  Evaluation,
  EventRedelivery,
  Experiment,
  KnowledgeDocument,
  KnowledgeSource,
  LinkGreeting,
  LoggedEvent,
  Meeting,
  Message,
  PersonalLink,
  PersonalLinkUrl,
  PrivacyExport,
  Variant,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookTest,
  Workspace,
} from './objects.ts'
export type { AttemptRecord, OperationInfo } from './operation-info.ts'
export type { QueryValue } from './query.ts'
export type { RateLimit } from './rate-limit.ts'
export type { RawRequest, SendRaw } from './raw-request.ts'
export { apiVersion } from './routes.ts'
export type { StreamCall } from './stream-call.ts'
export type { FetchFunction } from './transport.ts'
