export { createSchema, type Schema } from './schema.ts'
export { startPostgres, type TestPostgres } from './start-postgres.ts'
