import type { SqlDriver } from './driver.ts'
import type { SqlResult, Statement } from './sql-statement.ts'

/**
 * Runs statements atomically. A single statement is atomic by itself, so the driver may run it without a
 * transaction.
 */
export async function runStatements(
  driver: SqlDriver,
  statements: readonly Statement[],
  partition: string | undefined,
): Promise<readonly SqlResult[]> {
  const [only] = statements
  if (!only) return []
  return statements.length === 1
    ? [await driver.query(only, partition)]
    : driver.batch(statements, partition)
}
