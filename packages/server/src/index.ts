export { type KnowledgeAgentOptions, knowledgeAgent } from './agent/knowledge-agent.ts'
export type { Agent, AgentTools, AgentTurn, Passage } from './agent/port.ts'
export { type Clock, type ManualClock, manualClock, systemClock } from './clock.ts'
export { createDoorkit, type Doorkit, type DoorkitOptions, type FetchOptions } from './doorkit.ts'
export { type Logger, type LogMethod, silentLogger } from './logger.ts'
export type { CreatedKey, CreatedToken, KeyCreate, KeyInfo, Keys } from './manage-keys.ts'
export type {
  WorkspaceCreate,
  WorkspaceInfo,
  Workspaces,
  WorkspaceUpdate,
} from './manage-workspaces.ts'
export type { AgentChanges, AgentSettings } from './records/agent-settings.ts'
export type { BillingState } from './records/workspace.ts'
export type { LoggedRequest, Requests } from './request-log.ts'
export { type Store, StoreError } from './store/index.ts'
export { generateMasterKey, type MasterKey } from './vault.ts'
export type { Resolve } from './webhooks/address.ts'
export type { Worker, WorkerOptions, WorkerReport } from './webhooks/worker.ts'
