import '@doorkit/models/require-node'

export { DriftError } from './drift-error.ts'
export type { FieldDrift } from './find-drift.ts'
export { type Drift, type ValidateOptions, validateResponses } from './validate-responses.ts'
