export {
  type PostgresEngine,
  type PostgresOptions,
  type PostgresPoolOptions,
  type PostgresUrlOptions,
  postgresStore,
} from './postgres-store.ts'
