export {
  type FollowStampedOptions,
  followStamped,
  type Revisions,
  stamped,
  type WriteStampedOptions,
  writeStamped,
} from './stamped-rows.ts'
export type { OptionalPart, StoreCase, StoreUnderTest } from './store-case.ts'
export { storeCases } from './store-cases.ts'
export { runStoreCase, type TestStoreOptions, testStore } from './test-store.ts'
