import '@doorkit/models/require-node'

export { StoreError, type StoreErrorCode } from './errors/store-error.ts'
export type { BackupOptions, BackupProgress, BackupReport } from './store/backup.ts'
export type { BulkPatch, BulkQuery, BulkResult } from './store/bulk-writes.ts'
export { checkedStore } from './store/checked-store.ts'
export type { ClaimQuery, ConsumeQuery, ConsumeResult } from './store/claim-and-consume.ts'
export { memoryStore } from './store/memory/memory-store.ts'
export { type Alternatives, alternativesOf } from './store/merged-list.ts'
export { orderOf } from './store/order.ts'
export type {
  AggregateQuery,
  AggregateRow,
  CommitOptions,
  CommitResult,
  Condition,
  Filter,
  GuardedRef,
  Horizon,
  Keys,
  KeyValue,
  ListQuery,
  Measure,
  Ref,
  Row,
  SearchHit,
  SearchQuery,
  Store,
  WriteOp,
} from './store/port.ts'
export type {
  CollectionPlan,
  DocumentUpgrade,
  IndexPlan,
  KeyType,
  MigrateOptions,
  MigrationReport,
  SchemaPlan,
} from './store/schema.ts'
export {
  type CountBounds,
  searchByWords,
  searchedPartition,
  type WordCounts,
  type WordIndex,
} from './store/search-by-words.ts'
export { wordsOf } from './store/search-words.ts'
