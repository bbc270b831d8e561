import type { SqlContext } from './sql-context.ts'

// The text is a few pages long, because free space within one page does not prove that the disk has
// space. It is random, because PostgreSQL compresses long text.
const probe = crypto.getRandomValues(new Uint32Array(2_000)).join(' ')

/**
 * Makes a function that checks whether the database accepts writes. Calls at the same time share one
 * write.
 */
export function createTryWrite({ driver, internal, statement }: SqlContext) {
  let trying: Promise<unknown> | undefined
  // Both statements run in one transaction, so no reader ever sees the row.
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
    trying ??= driver.batch(writes).finally(() => {
      trying = undefined
    })
    return trying
  }
}
