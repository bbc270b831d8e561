export type {
  CheckFragments,
  ChoiceFragments,
  ClaimFragments,
  CountMatchesFragments,
  FindMatchesFragments,
  ReceiptStatements,
  SearchMergeStatements,
  SqlDialect,
  VectorSupport,
} from './dialect.ts'
export type { Receipt, SqlDriver } from './driver.ts'
export type { InternalTables } from './internal-tables.ts'
export { SqlError, type SqlErrorCode, type SqlErrorDetail } from './sql-error.ts'
export type { Fragment, SqlResult, SqlRow, SqlValue, Statement } from './sql-statement.ts'
export { type SqlStoreOptions, sqlStore } from './sql-store.ts'
export { sqliteDialect } from './sqlite-dialect.ts'
export { toSqliteError } from './sqlite-error.ts'
export type { NearestFragments, VectorStatements } from './table.ts'
export {
  type DerivedColumn,
  quote,
  type SearchColumn,
  type Table,
  type VectorColumn,
} from './table.ts'
