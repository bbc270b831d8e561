export { createSchema, type Schema } from './schema.ts'
