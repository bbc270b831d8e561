// This import is first: in a Node that is too old, the others would fail without saying why.
import '@doorkit/models/require-node'

export {
  type BackupOptions,
  type BackupProgress,
  type BackupReport,
  memoryStore,
  type Store,
  StoreError,
} from '@doorkit/store'
export type {
  ApiKeyCreate,
  ApiKeyInfo,
  ApiKeyListOptions,
  ApiKeys,
  CreatedKey,
  CreatedToken,
} from './admin/api-keys.ts'
export type { Diagnosis } from './admin/diagnose-deployment.ts'
export type { PageOptions } from './admin/list-page-options.ts'
export type { MasterKeyStatus, MasterKeys } from './admin/master-keys.ts'
export { metricsContentType } from './admin/metrics/openmetrics-text.ts'
export type { ReadUsage, UsageDay, UsageSpan } from './admin/read-usage.ts'
export type {
  SiteKeyInfo,
  SiteKeyList,
  SiteKeyReplace,
  SiteKeys,
  SiteKeyUpdate,
} from './admin/site-keys.ts'
export type {
  WorkspaceCreate,
  WorkspaceCreateOptions,
  WorkspaceInfo,
  Workspaces,
  WorkspaceUpdate,
} from './admin/workspaces.ts'
export type { ChatTurns } from './chat/cancel-turn.ts'
export type { AgentPhrases } from './chat/knowledge-agent/agent-phrases.ts'
export { agentPhrases } from './chat/knowledge-agent/built-in-phrases.ts'
export type { AnswerPattern } from './chat/knowledge-agent/choose-statements.ts'
export {
  type KnowledgeAgentOptions,
  knowledgeAgent,
} from './chat/knowledge-agent/knowledge-agent.ts'
export type { AgentChanges, AgentSettings } from './collections/agent-settings.ts'
export type { BillingState } from './collections/workspace.ts'
export type { ConsoleAccess, ConsoleOptions, ConsoleRequest } from './console/console-options.ts'
export type { SignInLink, SignInLinkInput, SignInLinks } from './console/sign-in-links.ts'
export { ruleGrader } from './conversations/grading/rule-grader.ts'
export { createDoorkit } from './doorkit/create-doorkit.ts'
export type { Doorkit } from './doorkit/doorkit.ts'
export type { DoorkitOptions } from './doorkit/doorkit-options.ts'
export type { CalendarOptions } from './doorkit/serve-calendar.ts'
export type { Console } from './doorkit/serve-console.ts'
export type { FetchOptions, ServedApi } from './doorkit/serve-requests.ts'
export type { Worker, WorkerOptions, WorkerReport } from './doorkit/worker-steps.ts'
export { KitError, type KitErrorCode } from './errors/kit-error.ts'
export { type Drainable, type DrainOptions, drain, type ServerHolder } from './http/mounts/drain.ts'
export type { Servable, ServeOptions } from './http/mounts/servable.ts'
export type { HttpRequest, RefusedBody } from './http/pipeline/http-request.ts'
export { CrawlError, type CrawlErrorCode } from './knowledge/crawler/crawl-error.ts'
export { type PlanOverrides, parsePlans } from './limits/plan-limits.ts'
export type { Resolve } from './network/check-public-address.ts'
export type {
  Agent,
  AgentErrorHandler,
  AgentTurn,
  MessagePart,
  TokenAllowance,
  ToolPart,
  TurnMessage,
} from './ports/agent.ts'
export { type AgentTool, defineTool, type ToolCall } from './ports/agent-tool.ts'
export {
  TurnError,
  type TurnErrorCode,
  type TurnReport,
  type TurnStatus,
  type TurnUsage,
} from './ports/agent-turn-report.ts'
export {
  type HandoffReason,
  type TeamHours,
  ToolError,
  type ToolErrorCode,
  type TurnLead,
  type TurnTool,
  type TurnTools,
} from './ports/agent-turn-tool.ts'
export {
  type Calendar,
  CalendarError,
  type CalendarReport,
  type CalendarWebhook,
} from './ports/calendar.ts'
export { type Clock, type ManualClock, manualClock, systemClock } from './ports/clock.ts'
export type { CrawledPage, Crawler, PageSection } from './ports/crawler.ts'
export type { DeliveryReport } from './ports/delivery-report.ts'
export type { EmbeddingModel } from './ports/embedding-model.ts'
export type { Grader, GraderInput } from './ports/grader.ts'
export type { KnowledgeQuery, KnowledgeSearch, Passage } from './ports/knowledge-search.ts'
export { type Logger, type LogMethod, silentLogger } from './ports/logger.ts'
export type { Notice, Notify } from './ports/notify.ts'
export type { RequestReport } from './ports/request-report.ts'
export type { StepReport } from './ports/step-report.ts'
export type {
  AttemptOutcome,
  DeliveryErrorCode,
  OutgoingWebhook,
  WebhookSender,
} from './ports/webhook-sender.ts'
export type { RetentionCount, RetentionOptions, RetentionRunner } from './privacy/host-retention.ts'
export type { Privacy, PrivacyPerson } from './privacy/manage-privacy.ts'
export type { BookingAttempt, BookingRecorder, LinkBooking } from './recorder/bookings.ts'
export { type CalcomOptions, calcom } from './recorder/calcom.ts'
export { type CalendlyOptions, calendly } from './recorder/calendly.ts'
export type {
  ConversationRecorder,
  ConversationStart,
  HandoffRecord,
  LeadRecord,
  MessageRecord,
} from './recorder/conversations.ts'
export type {
  ExperimentConversion,
  ExperimentCount,
  ExperimentEnd,
  ExperimentRecorder,
  ExperimentView,
} from './recorder/experiments.ts'
export type { KnowledgeRecorder, PageFailed, PageRead } from './recorder/knowledge.ts'
export type { People } from './recorder/manage-people.ts'
export type { MeetingBook, MeetingMove, MeetingRecorder } from './recorder/meetings.ts'
export type { RecordOptions } from './recorder/record-once.ts'
export type { Recorder } from './recorder/recorder.ts'
export type { OpeningSeen, VisitRecorder, VisitStart } from './recorder/visits.ts'
export type { Answer } from './requests/http-answer.ts'
export type { LoggedRequest, Requests } from './requests/request-log.ts'
export { generateMasterKey, type MasterKey, parseMasterKeys } from './secrets/encryption.ts'
export type { Previews, PreviewTokenInput } from './site/preview-tokens.ts'
export { type SignedVisitor, signVisitor, type VisitorToSign } from './site/sign-visitor.ts'
export type { SiteOptions, SiteRequest } from './site/site-options.ts'
