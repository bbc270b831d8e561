import { randomUUID } from 'node:crypto'
import { encodeText } from './column-text.ts'
import type { Receipt } from './driver.ts'
import type { SqlContext } from './sql-context.ts'

/** Makes a {@link Receipt} for each try of a commit, and removes old ones. */
export type Receipts = NonNullable<ReturnType<typeof createReceipts>>

const commitsPerSweep = 1_000
// This is more than the number of receipts that are added between two sweeps, so that old ones become
// fewer.
const rowsPerSweep = 2_000
// A driver asks about a commit only for a few seconds.
const retentionMs = 3_600_000

/** Makes {@link Receipts}; undefined if the dialect has none. */
export function createReceipts(context: SqlContext) {
  const { dialect, driver, internal, statement } = context
  const { receipts } = dialect
  if (!receipts) return undefined
  let commits = 0
  return {
    /** Makes the receipt of one try of a commit, in this partition. */
    create(partition = ''): Receipt {
      const row = [encodeText(partition), randomUUID()] as const
      return {
        write: statement('receipt', receipts.write(internal, ...row)),
        settle: statement('receipt_settle', receipts.settle(internal, ...row)),
      }
    },
    /** Counts a commit, and removes old receipts after each 1,000th. */
    async countCommit(): Promise<void> {
      commits += 1
      if (commits % commitsPerSweep !== 0) return
      const old = receipts.forget(internal, retentionMs, rowsPerSweep)
      // The commit has succeeded. If the sweep fails, the next one removes these receipts.
      await driver.query(statement('receipt_forget', old, { repeatable: true })).catch(() => {})
    },
  }
}
