export type { SqlDriver, SqlResult, SqlRow, SqlValue, Statement } from './driver.ts'
export { SqlError, type SqlErrorCode, type SqlErrorDetail } from './sql-error.ts'
export { type SqlStoreOptions, sqlStore } from './sql-store.ts'
export { toSqliteError } from './sqlite-error.ts'
