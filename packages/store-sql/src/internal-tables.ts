import { quote } from './table.ts'

/**
 * The tables a store keeps for itself. They start with `_` after the prefix, as no collection can.
 */
export interface InternalTables {
  /** Refuses every row that says that something does not hold; never has one. */
  readonly guard: string
  /** How far readers of each scope have read. */
  readonly horizon: string
  /** The windows of `consume`. */
  readonly window: string
  /** Finds the windows that ended. */
  readonly windowIndex: string
  /** The rows that commits leave where nothing else says that they happened. */
  readonly receipt: string
  /** The same, unquoted. */
  readonly receiptName: string
  /** Finds the receipts that are old. */
  readonly receiptIndex: string
  /** The version of the plan, and the lease of the process that migrates: one row. */
  readonly schema: string
  /** The statements that migrations ran. */
  readonly migration: string
  /** The same, unquoted: the last one created, so the others are there when it is. */
  readonly migrationName: string
  /** The constraint that fails when a guard does not hold. */
  readonly heldConstraint: string
  /** The constraint that fails when a commit is late. */
  readonly onTimeConstraint: string
}

/** Names the internal tables under a prefix. */
export function toInternalTables(prefix: string): InternalTables {
  return {
    guard: quote(`${prefix}_guard`),
    horizon: quote(`${prefix}_horizon`),
    window: quote(`${prefix}_window`),
    windowIndex: quote(`${prefix}_window__i_reset`),
    receipt: quote(`${prefix}_receipt`),
    receiptName: `${prefix}_receipt`,
    receiptIndex: quote(`${prefix}_receipt__i_at`),
    schema: quote(`${prefix}_schema`),
    migration: quote(`${prefix}_migration`),
    migrationName: `${prefix}_migration`,
    heldConstraint: `${prefix}_guard_held`,
    onTimeConstraint: `${prefix}_guard_on_time`,
  }
}
