export { Email, normalizeEmail } from './email.ts'
export { Erasure } from './erasure.ts'
export {
  type ErrorCode,
  errorCodes,
  errorDocsUrl,
  errorTable,
  isErrorCode,
  type RetryRule,
} from './error-codes.ts'
export { type EventType, eventsByName, eventTypes, isEventType } from './event-types.ts'
export {
  ApiKeyId,
  ChatButtonId,
  ChatSessionId,
  ContactId,
  ConversationId,
  ErasureId,
  EventId,
  ExperimentId,
  type Id,
  type IdKind,
  idPrefixes,
  KnowledgeDocumentId,
  KnowledgeSourceId,
  LinkGreetingId,
  MeetingId,
  MessageId,
  PersonalLinkId,
  RequestId,
  VariantId,
  WebhookDeliveryId,
  WebhookEndpointId,
  WorkspaceId,
} from './ids.ts'
export { limits, type Plan, type PlanLimits, planLimits, planNames, unlimited } from './limits.ts'
export { type List, type ListSchema, PageQuery } from './list.ts'
export type { Open, OpenString } from './open-enum.ts'
export {
  type Api,
  bodyLimit,
  type Cost,
  defineOperations,
  isIdempotent,
  type Mistake,
  type Operation,
  operationErrors,
  type PathNames,
  type Reply,
} from './operation.ts'
export {
  ConversationTeam,
  MessageAuthor,
  Person,
  PersonInput,
  PersonMessage,
  TeamChange,
} from './person.ts'
export { Problem, type ProblemDetails, problem } from './problem.ts'
export { AgentSettings, AgentUpdate } from './resources/agent.ts'
export { Analytics } from './resources/analytics.ts'
export { Appearance, AppearanceUpdate } from './resources/appearance.ts'
export { ChatButton, ChatButtonCreate, ChatButtonUpdate } from './resources/chat-buttons.ts'
export {
  ChatAction,
  ChatMessageSend,
  ChatReply,
  ChatSession,
  ChatSessionCreate,
} from './resources/chat-sessions.ts'
export {
  Contact,
  ContactAttributes,
  ContactDeleted,
  ContactUpdate,
  ContactUpsert,
} from './resources/contacts.ts'
export { Conversation, Evaluation, Message } from './resources/conversations.ts'
export { EventRedelivery } from './resources/events.ts'
export {
  Experiment,
  ExperimentCreate,
  Variant,
  VariantPromote,
  VariantPropose,
  VariantResults,
} from './resources/experiments.ts'
/** Every operation of the workspace API, by resource. Client, server and docs are made from them. */
export * as api from './resources/index.ts'
export {
  KnowledgeDocument,
  KnowledgeDocumentCreate,
  KnowledgeDocumentUpdate,
} from './resources/knowledge-documents.ts'
export { KnowledgeSource, KnowledgeSourceCreate } from './resources/knowledge-sources.ts'
export {
  LinkGreeting,
  LinkGreetingCreate,
  LinkGreetingUpdate,
  LinkResults,
} from './resources/link-greetings.ts'
export { ApiKeyIdentity } from './resources/me.ts'
export { Meeting } from './resources/meetings.ts'
export {
  linkTools,
  PersonalLink,
  PersonalLinkCreate,
  PersonalLinkUpdate,
  PersonalLinkUrl,
  PersonalLinkUrlCreate,
} from './resources/personal-links.ts'
export {
  BookingRecord,
  ChatSessionRecord,
  MessageDetails,
  PrivacyExport,
  PrivacySubject,
  VisitRecord,
} from './resources/privacy.ts'
export {
  WebhookDelivery,
  WebhookEndpoint,
  WebhookEndpointCreate,
  WebhookEndpointUpdate,
  WebhookSubscription,
  WebhookTest,
} from './resources/webhook-endpoints.ts'
export {
  ErasedData,
  eventEnvelope,
  eventTable,
  type ReceivedEvent,
  ReferenceData,
  WebhookEvent,
  type WebhookEventOf,
} from './resources/webhook-event.ts'
export { Workspace } from './resources/workspace.ts'
export { type Role, roleScopes, roles } from './roles.ts'
export {
  type AccessPreset,
  grantsScope,
  isScope,
  presetScopes,
  type Scope,
  scopes,
  scopeTable,
} from './scopes.ts'
export { DateFilter, Timestamp, toTimestamp } from './timestamp.ts'
export { API_VERSION, apiVersions } from './version.ts'
export { parseAddress } from './web-address.ts'
export { isTimezone, WeeklyHours, WeeklyHoursInput, weekdays } from './weekly-hours.ts'
