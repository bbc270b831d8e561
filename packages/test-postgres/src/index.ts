export { dumpSchema } from './dump-schema.ts'
export { startPostgresProcess } from './postgres-process.ts'
export { createSchema, type Schema } from './schema.ts'
export type { TestPostgres } from './start-postgres.ts'
