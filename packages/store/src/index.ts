import '@doorkit/models/require-node'

export type { BackupOptions, BackupProgress, BackupReport } from './backup.ts'
export type { BulkPatch, BulkQuery, BulkResult } from './bulk-writes.ts'
export { checkedStore, type Engine } from './checked-store.ts'
export type { ClaimQuery, ConsumeQuery, ConsumeResult } from './claim-and-consume.ts'
export {
  documentText,
  type SearchedProperties,
  searchableText,
  searchedProperties,
  textOf,
} from './document.ts'
export { createFairQueue, type FairQueue } from './fair-queue.ts'
export { createWindows, isOpenWindow } from './fixed-windows.ts'
export { createInFlight } from './in-flight.ts'
export { identityIndex, orderOf } from './index-order.ts'
export { type MemoryStoreOptions, memoryStore } from './memory/memory-store.ts'
export { searchByLists } from './memory/search-by-lists.ts'
export { type Alternatives, alternativesOf } from './merged-list.ts'
export { type CallWrapper, optionalMethods } from './optional-methods.ts'
export type {
  AggregateQuery,
  AggregateRow,
  CommitOptions,
  CommitResult,
  GuardedRef,
  Horizon,
  ListQuery,
  Measure,
  Ref,
  Store,
  WriteOp,
} from './port.ts'
export type {
  ColumnValue,
  ColumnValues,
  Condition,
  Filter,
  Row,
  RowsQuery,
} from './row-and-filter.ts'
export type {
  CollectionPlan,
  ColumnType,
  DocumentUpgrade,
  IndexPlan,
  MigrateOptions,
  MigrationReport,
  SchemaPlan,
} from './schema.ts'
export { mostRowsRanked, searchByWords, searchedPartition } from './search-by-words.ts'
export type {
  Meaning,
  NearestQuery,
  NearestRow,
  SearchHit,
  SearchQuery,
  WeightedTerm,
} from './search-query.ts'
export {
  canBeMisspelled,
  indexTerms,
  misspelling,
  searchWords,
  termOf,
  wordsOf,
} from './search-words.ts'
export { StoreError, type StoreErrorCode, storeErrorCode } from './store-error.ts'
export { compareText } from './text-order.ts'
export { unlessAborted } from './unless-aborted.ts'
export type { CountBounds, WordCounts, WordIndex } from './word-index.ts'
