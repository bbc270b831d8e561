export { StoreError, type StoreErrorCode } from '../errors/store-error.ts'
export { type Alternatives, alternativesOf } from './alternatives.ts'
export type { BulkPatch, BulkQuery, BulkResult } from './bulk.ts'
export { checkedStore } from './checked-store.ts'
export type { ClaimQuery, ConsumeQuery, ConsumeResult } from './coordination.ts'
export { memoryStore } from './memory/memory-store.ts'
export { orderOf } from './order.ts'
export type {
  AggregateQuery,
  AggregateRow,
  CommitOptions,
  CommitResult,
  Condition,
  Filter,
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
} from './port.ts'
export type {
  CollectionPlan,
  IndexPlan,
  KeyType,
  MigrateOptions,
  MigrationReport,
  SchemaPlan,
} from './schema.ts'
export { foldWord, searchWords, splitWords } from './search-words.ts'
