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
export type { Call, SafeResult, WithMeta } from './call.ts'
export type { AttemptHooks, CallContext, CallMiddleware, MakeCall } from './call-middleware.ts'
export type { CallOptions, ListOptions, StreamOptions, WriteOptions } from './call-options.ts'
export { type Client, createClient } from './client.ts'
export type { ClientOptions, CoreOptions } from './client-options.ts'
export type { Clock, TimerPurpose } from './clock.ts'
export type { ChatStreaming, ContractMethods } from './contract-methods.ts'
export type { ErrorCode, ErrorStatuses, GeneralErrorCode } from './error-codes.ts'
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
export type { EventType } from './event-type.ts'
export type { FetchFunction } from './fetch-function.ts'
export type { RateLimits } from './gate.ts'
export type { GivenHeaders } from './headers.ts'
export {
  isKnownAgentSettingsTone,
  isKnownAnalyticsDevice,
  isKnownAnalyticsMetric,
  isKnownAnalyticsRange,
  isKnownAnalyticsStage,
  isKnownApiKeyIdentityKind,
  isKnownApiKeyIdentityMode,
  isKnownAppearancePosition,
  isKnownAppearanceTheme,
  isKnownChatButtonBehavior,
  isKnownChatButtonCorners,
  isKnownChatButtonSize,
  isKnownChatButtonStyle,
  isKnownChatButtonWidth,
  isKnownChatSessionStatus,
  isKnownContactSource,
  isKnownConversationDevice,
  isKnownConversationOutcome,
  isKnownErrorCode,
  isKnownEventType,
  isKnownExperimentMetric,
  isKnownExperimentStatus,
  isKnownExperimentVerdict,
  isKnownKnowledgeSourceStatus,
  isKnownLinkGreetingField,
  isKnownMeetingStatus,
  isKnownMessageRole,
  isKnownPersonalLinkField,
  isKnownPersonalLinkStatus,
  isKnownScope,
  isKnownWebhookDeliveryStatus,
  isKnownWebhookEndpointDisabledReason,
  isKnownWebhookEndpointEvent,
  isKnownWebhookEndpointStatus,
  isKnownWorkspaceMode,
  isKnownWorkspacePlan,
  type KnownAgentSettingsTone,
  type KnownAnalyticsDevice,
  type KnownAnalyticsMetric,
  type KnownAnalyticsRange,
  type KnownAnalyticsStage,
  type KnownApiKeyIdentityKind,
  type KnownApiKeyIdentityMode,
  type KnownAppearancePosition,
  type KnownAppearanceTheme,
  type KnownChatButtonBehavior,
  type KnownChatButtonCorners,
  type KnownChatButtonSize,
  type KnownChatButtonStyle,
  type KnownChatButtonWidth,
  type KnownChatSessionStatus,
  type KnownContactSource,
  type KnownConversationDevice,
  type KnownConversationOutcome,
  type KnownExperimentMetric,
  type KnownExperimentStatus,
  type KnownExperimentVerdict,
  type KnownKnowledgeSourceStatus,
  type KnownLinkGreetingField,
  type KnownMeetingStatus,
  type KnownMessageRole,
  type KnownPersonalLinkField,
  type KnownPersonalLinkStatus,
  type KnownWebhookDeliveryStatus,
  type KnownWebhookEndpointDisabledReason,
  type KnownWebhookEndpointEvent,
  type KnownWebhookEndpointStatus,
  type KnownWorkspaceMode,
  type KnownWorkspacePlan,
} from './known-values.ts'
export type { List } from './list.ts'
export type { ListCall, ToArrayOptions } from './list-call.ts'
export type { AsyncDisposal, ListIterator } from './list-iterator.ts'
export type { Logger, LogRecord } from './logger.ts'
export type { CallMeta } from './meta.ts'
export { metaOf } from './meta-of.ts'
export type { AttemptContext, AttemptRequest, Middleware, SendAttempt } from './middleware.ts'
export type { AttemptRecord, OperationInfo } from './operation-info.ts'
export type { QueryValue } from './query.ts'
export type { RateLimit } from './rate-limit.ts'
export type { RawRequest, SendRaw } from './raw-request.ts'
export type { Agent, AgentSettings, AgentUpdate } from './resources/agent.ts'
export type { Analytics, AnalyticsGetQuery, AnalyticsMethods } from './resources/analytics.ts'
export type { Appearance, AppearanceMethods, AppearanceUpdate } from './resources/appearance.ts'
export type {
  ChatButton,
  ChatButtonCreate,
  ChatButtonDeleted,
  ChatButtons,
  ChatButtonUpdate,
} from './resources/chat-buttons.ts'
export type {
  ChatAction,
  ChatMessageSend,
  ChatReply,
  ChatSession,
  ChatSessionCreate,
  ChatSessions,
} from './resources/chat-sessions.ts'
export type {
  Contact,
  ContactDeleted,
  Contacts,
  ContactsListQuery,
  ContactUpdate,
  ContactUpsert,
} from './resources/contacts.ts'
export type {
  Conversation,
  Conversations,
  ConversationsGetQuery,
  ConversationsListQuery,
  Evaluation,
  Message,
} from './resources/conversations.ts'
export type {
  ErasedData,
  EventEnvelope,
  EventRedelivery,
  Events,
  EventsListQuery,
  ReferenceData,
  UnknownEvent,
  WebhookEvent,
  WebhookEventOf,
} from './resources/events.ts'
export type {
  Experiment,
  ExperimentCreate,
  Experiments,
  Variant,
  VariantPromote,
  VariantPropose,
  VariantResults,
} from './resources/experiments.ts'
export type {
  KnowledgeDocument,
  KnowledgeDocumentCreate,
  KnowledgeDocumentDeleted,
  KnowledgeDocuments,
  KnowledgeDocumentUpdate,
} from './resources/knowledge-documents.ts'
export type {
  KnowledgeSource,
  KnowledgeSourceCreate,
  KnowledgeSourceDeleted,
  KnowledgeSources,
} from './resources/knowledge-sources.ts'
export type {
  LinkGreeting,
  LinkGreetingCreate,
  LinkGreetingDeleted,
  LinkGreetings,
  LinkGreetingUpdate,
  LinkResults,
} from './resources/link-greetings.ts'
export type { ApiKeyIdentity, Me } from './resources/me.ts'
export type { Meeting, Meetings, MeetingsListQuery } from './resources/meetings.ts'
export type { PageQuery } from './resources/page-query.ts'
export type {
  PersonalLink,
  PersonalLinkCreate,
  PersonalLinkDeleted,
  PersonalLinks,
  PersonalLinkUpdate,
  PersonalLinkUrl,
  PersonalLinkUrlCreate,
} from './resources/personal-links.ts'
export type {
  BookingRecord,
  Erasure,
  Privacy,
  PrivacyExport,
  PrivacySubject,
} from './resources/privacy.ts'
export type {
  WebhookDelivery,
  WebhookEndpoint,
  WebhookEndpointCreate,
  WebhookEndpointDeleted,
  WebhookEndpoints,
  WebhookEndpointsListDeliveriesQuery,
  WebhookEndpointUpdate,
  WebhookTest,
} from './resources/webhook-endpoints.ts'
export type { Workspace, WorkspaceMethods } from './resources/workspace.ts'
export { apiVersion } from './routes.ts'
export type { Scope } from './scope.ts'
export type { StreamCall } from './stream-call.ts'
