import { randomUUID } from 'node:crypto'
import { encodeText } from './column-text.ts'
import type { SqlContext } from './context.ts'
import type { Receipt } from './driver.ts'

/** The receipts of a store: written by its commits, and removed once they are old. */
export type Receipts = NonNullable<ReturnType<typeof createReceipts>>

const commitsPerSweep = 1_000
// Sweeps of several processes at once leave each other rows.
const rowsPerSweep = 2_000
// A commit that was cut off is asked about for seconds.
const keptMs = 3_600_000

/** Keeps receipts where the dialect has them; see {@link Receipt}. */
export function createReceipts(context: SqlContext) {
  const { dialect, driver, internal, statement } = context
  const { receipts } = dialect
  if (!receipts) return undefined
  let commits = 0
  return {
    /** Makes the receipt of a try of a commit, in its partition. */
    of(partition = ''): () => Receipt {
      return () => {
        const row = [encodeText(partition), randomUUID()] as const
        return {
          write: statement('receipt', receipts.write(internal, ...row)),
          settle: statement('receipt_settle', receipts.settle(internal, ...row)),
        }
      }
    },
    /** Removes receipts that are too old to be asked for, each time that so many may have come. */
    async forgetOld(): Promise<void> {
      commits += 1
      if (commits % commitsPerSweep !== 0) return
      const old = receipts.forget(internal, keptMs, rowsPerSweep)
      // The commit is done, whatever becomes of this; the next sweep removes what this one does not.
      await driver.query({ ...statement('receipt_forget', old), repeatable: true }).catch(() => {})
    },
  }
}
