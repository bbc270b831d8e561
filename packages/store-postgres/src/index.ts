export { postgresDialect } from './dialect.ts'
export { type EngineFeatures, plainFeatures, postgresFeatures } from './engine-features.ts'
export { toPostgresError } from './postgres-error.ts'
export {
  type PostgresEngine,
  type PostgresOptions,
  type PostgresPoolOptions,
  type PostgresUrlOptions,
  postgresStore,
} from './postgres-store.ts'
