import { quote } from './table.ts'

/**
 * The tables that a store needs for itself. Their names have a `_` after the prefix. No table of a
 * collection has such a name, because the name of a collection begins with a letter.
 */
export type InternalTables = ReturnType<typeof toInternalTables>

export function toInternalTables(prefix: string) {
  return {
    /** The guard table. A failed guard inserts a row that its constraints refuse, so the batch fails. */
    guard: quote(`${prefix}_guard`),
    /** The horizons, by scope. */
    horizon: quote(`${prefix}_horizon`),
    /** The windows of `consume`. */
    window: quote(`${prefix}_window`),
    /** The index that finds ended windows. */
    windowIndex: quote(`${prefix}_window__i_reset`),
    /** The receipts of commits. */
    receipt: quote(`${prefix}_receipt`),
    /** The name of the table of receipts, unquoted. */
    receiptName: `${prefix}_receipt`,
    /** The index that finds old receipts. */
    receiptIndex: quote(`${prefix}_receipt__i_at`),
    /** One row, with the version of the schema and the lease of the process that migrates. */
    schema: quote(`${prefix}_schema`),
    /** The statements that migrations ran. */
    migration: quote(`${prefix}_migration`),
    /** The name of the table of statements, unquoted. A database without this table is new. */
    migrationName: `${prefix}_migration`,
    /** The constraint that fails when a guard does not hold. */
    heldConstraint: `${prefix}_guard_held`,
    /** The constraint that fails when a commit is late. */
    onTimeConstraint: `${prefix}_guard_on_time`,
  } as const
}
