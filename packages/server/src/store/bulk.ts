import type { Filter, Keys } from './port.ts'

/** Rows to change or delete in one bounded step, all or none. Which ones go first is open. */
export interface BulkQuery {
  /** The name of a collection. */
  readonly in: string
  /** Which rows to take. */
  readonly where: Filter
  /** Mandatory, 1 to 1,000. */
  readonly limit: number
}

/**
 * The change to each row. A patch that would give two rows the same values in a unique index
 * rejects with `invalid_query`.
 */
export interface BulkPatch {
  /** Keys to write; the others stay. */
  readonly set?: Keys | undefined
  /** Adds to numeric keys, as in a commit. */
  readonly add?: Readonly<Record<string, number>> | undefined
}

/** The outcome of one bounded step. */
export interface BulkResult {
  /** How many rows were changed or removed: at most the limit. */
  readonly changed: number
  /** True when more rows may match: call again. */
  readonly more: boolean
}
