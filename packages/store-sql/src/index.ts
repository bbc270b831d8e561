export type {
  CheckFragments,
  ChoiceFragments,
  ClaimFragments,
  CountMatchesFragments,
  FindMatchesFragments,
  NearestFragments,
  ReceiptStatements,
  SearchMergeStatements,
  SearchSettingStatements,
  SqlDialect,
  VectorStatements,
  VectorSupport,
} from './dialect.ts'
export { sqliteDialect } from './dialect-sqlite.ts'
export type { Receipt, SqlDriver, SqlResult, SqlRow, SqlValue, Statement } from './driver.ts'
export type { InternalTables } from './internal-tables.ts'
export { SqlError, type SqlErrorCode, type SqlErrorDetail } from './sql-error.ts'
export type { Fragment } from './sql-fragment.ts'
export { type SqlStoreOptions, sqlStore } from './sql-store.ts'
export { toSqliteError } from './sqlite-error.ts'
export {
  type DerivedColumn,
  quote,
  type SearchColumn,
  type Table,
  type VectorColumn,
} from './table.ts'
