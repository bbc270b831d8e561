export type {
  FaultTarget,
  HangOptions,
  LossOptions,
  StatusOptions,
  TruncateOptions,
} from './fault.ts'
export type { Faults } from './faults.ts'
export type { Receive, ReceivedDelivery, ReceiverAnswer } from './receiver.ts'
export type { RecordedRequest } from './request-log.ts'
export type { TestClock } from './test-clock.ts'
export { createTestWorkspace, type TestConnection, type TestWorkspace } from './test-workspace.ts'
export type { TestWorkspaceOptions } from './test-workspace-options.ts'
