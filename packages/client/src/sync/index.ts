import '@doorkit/models/require-node'

export type { RunPosition, SyncCheckpoint } from './checkpoint.ts'
export {
  type SyncBatch,
  type SyncOptions,
  type SyncReport,
  syncChanges,
} from './sync-changes.ts'
export type { SyncedItem, SyncedResource, SyncQuery } from './synced-resource.ts'
