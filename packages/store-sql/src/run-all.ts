import type { SqlDriver, SqlResult, Statement } from './driver.ts'

/** One statement is atomic by itself, and cheaper without a transaction around it. */
export async function runAll(
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
