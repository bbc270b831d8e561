import { quote } from './table.ts'

/** The tables a store keeps for itself. They start with `_` after the prefix, as no collection can. */
export type InternalTables = ReturnType<typeof toInternalTables>

/** Names the internal tables under a prefix. */
export function toInternalTables(prefix: string) {
  return {
    /** Refuses every row that says that something does not hold; never has one. */
    guard: quote(`${prefix}_guard`),
    /** How far readers of each scope have read. */
    horizon: quote(`${prefix}_horizon`),
    /** The windows of `consume`. */
    window: quote(`${prefix}_window`),
    /** Finds the windows that ended. */
    windowIndex: quote(`${prefix}_window__i_reset`),
    /** The rows that commits leave where nothing else says that they happened. */
    receipt: quote(`${prefix}_receipt`),
    /** The same, unquoted. */
    receiptName: `${prefix}_receipt`,
    /** Finds the receipts that are old. */
    receiptIndex: quote(`${prefix}_receipt__i_at`),
    /** The version of the plan, and the lease of the process that migrates: one row. */
    schema: quote(`${prefix}_schema`),
    /** The statements that migrations ran. */
    migration: quote(`${prefix}_migration`),
    /** The same, unquoted: the last one created, so the others are there when it is. */
    migrationName: `${prefix}_migration`,
    /** The constraint that fails when a guard does not hold. */
    heldConstraint: `${prefix}_guard_held`,
    /** The constraint that fails when a commit is late. */
    onTimeConstraint: `${prefix}_guard_on_time`,
  } as const
}
