export {
  type SqliteDatabaseOptions,
  type SqliteFileOptions,
  type SqliteOptions,
  sqliteStore,
} from './sqlite-store.ts'
