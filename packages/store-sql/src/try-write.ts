import type { SqlContext } from './context.ts'

// A few pages of a database: the room that is left in one page is not taken for room on the disk.
const probe = 'probe '.repeat(2_500)

/** Creates the check that the database takes writes. Calls at the same time share one write. */
export function createTryWrite({ driver, internal, statement }: SqlContext): () => Promise<void> {
  let trying: Promise<void> | undefined
  // One transaction: no reader ever sees the row, and two processes do not meet at a key.
  const writes = [
    statement('try_write', {
      sql: `insert into ${internal.migration} ("statement", "at") values (?, 0)`,
      params: [probe],
    }),
    statement('take_back', {
      sql: `delete from ${internal.migration} where "statement" = ?`,
      params: [probe],
    }),
  ]
  return () => {
    trying ??= driver
      .batch(writes)
      .then(() => {})
      .finally(() => {
        trying = undefined
      })
    return trying
  }
}
