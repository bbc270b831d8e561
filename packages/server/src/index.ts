export { type KnowledgeAgentOptions, knowledgeAgent } from './agent/knowledge-agent.ts'
export type { Agent, AgentTools, AgentTurn, Passage } from './agent/port.ts'
export { type Clock, type ManualClock, manualClock, systemClock } from './clock.ts'
export { CrawlError, type CrawlErrorCode } from './crawler/crawl-error.ts'
export type { CrawledPage, Crawler, PageSection } from './crawler/port.ts'
export { createDoorkit, type Doorkit, type DoorkitOptions, type FetchOptions } from './doorkit.ts'
export { DoorkitError, type DoorkitErrorCode } from './doorkit-error.ts'
export type {
  ExperimentConversion,
  ExperimentCount,
  ExperimentEnd,
  ExperimentRecorder,
  ExperimentView,
} from './experiments/recorder.ts'
export type { Grader, Grading } from './grading/port.ts'
export { ruleGrader } from './grading/rule-grader.ts'
export { type Logger, type LogMethod, silentLogger } from './logger.ts'
export type { CreatedKey, CreatedToken, KeyCreate, KeyInfo, Keys } from './manage-keys.ts'
export type {
  WorkspaceCreate,
  WorkspaceCreateOptions,
  WorkspaceInfo,
  Workspaces,
  WorkspaceUpdate,
} from './manage-workspaces.ts'
export type { BookingAttempt, BookingRecorder, LinkBooking } from './record/bookings.ts'
export type {
  ConversationRecorder,
  ConversationStart,
  HandoffRecord,
  LeadRecord,
  MessageRecord,
} from './record/conversations.ts'
export type { KnowledgeRecorder, PageFailed, PageRead } from './record/knowledge.ts'
export type { MeetingBook, MeetingMove, MeetingRecorder } from './record/meetings.ts'
export type { RecordOptions } from './record/once.ts'
export type { Recorder } from './record/recorder.ts'
export type { OpeningSeen, VisitRecorder, VisitStart } from './record/visits.ts'
export type { AgentChanges, AgentSettings } from './records/agent-settings.ts'
export type { BillingState } from './records/workspace.ts'
export type { LoggedRequest, Requests } from './request-log.ts'
export { type Store, StoreError } from './store/index.ts'
export { generateMasterKey, type MasterKey } from './vault.ts'
export type { Resolve } from './webhooks/address.ts'
export type { AttemptOutcome } from './webhooks/schedule.ts'
export type { Shipment, WebhookSender } from './webhooks/sender.ts'
export type { Worker, WorkerOptions, WorkerReport } from './webhooks/worker.ts'
