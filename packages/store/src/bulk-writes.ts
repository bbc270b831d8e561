import type { ColumnValues, RowsQuery } from './row-and-filter.ts'

/** Rows to change or delete in one bounded step, all or none. The store chooses which ones go first. */
export interface BulkQuery extends RowsQuery {
  /** Mandatory, 1 to 1,000. */
  readonly limit: number
}

/**
 * The change to the columns of a row. If it would give two rows the same values in a unique index,
 * `updateMany` rejects with `invalid_query`, and `commit` returns a conflict.
 */
export interface BulkPatch {
  /** The columns to write; the others stay unchanged. */
  readonly set?: ColumnValues | undefined
  /**
   * Adds to numeric columns. A column that is null counts as 0. If a sum is beyond the safe integers,
   * the call rejects with `invalid_query`.
   */
  readonly add?: Readonly<Record<string, number>> | undefined
}

/** The outcome of one bounded step. */
export interface BulkResult {
  /** How many rows were changed or removed: at most the limit. */
  readonly changed: number
  /** Whether more rows may match. If so, call again, unless the changed rows still match. */
  readonly more: boolean
}
