import { StoreError } from '@doorkit/server/store'
import { conflictIndex } from './commit.ts'
import type { SqlContext } from './context.ts'
import { inspect } from './inspect.ts'
import { missingStatements } from './migration-steps.ts'
import { SqlError } from './sql-error.ts'
import type { Table } from './table.ts'

const maxAttempts = 5

/**
 * Brings the database to the plan, or only says what that takes. Other processes may do the same
 * at the same time: whoever comes second finds a statement refused, looks again, and has less to
 * do.
 */
export async function migrateTables(
  context: SqlContext,
  prefix: string,
  tables: readonly Table[],
  dryRun: boolean,
): Promise<string[]> {
  const missing = async () =>
    missingStatements(context.dialect, context.internal, tables, await inspect(context, prefix))

  let statements = await missing()
  for (let attempt = 1; statements.length > 0 && !dryRun; attempt += 1) {
    try {
      await apply(context, statements)
      return statements
    } catch (error) {
      const left = await missing()
      const wasOvertaken = left.join('\n') !== statements.join('\n')
      if (!wasOvertaken || attempt === maxAttempts) throw explain(error, tables)
      statements = left
    }
  }
  return statements
}

async function apply(
  { driver, dialect, internal, statement }: SqlContext,
  statements: readonly string[],
): Promise<void> {
  await driver.batch([
    ...dialect.lockMigration(internal).map((sql) => ({ sql, params: [] })),
    ...statements.map((sql) => ({ sql, params: [] })),
    ...statements.map((text) =>
      statement('migration', {
        sql: `insert into ${internal.migration} ("statement", "at") values (?, ${dialect.nowMs})`,
        params: [text],
      }),
    ),
  ])
}

function explain(error: unknown, tables: readonly Table[]): unknown {
  if (!(error instanceof SqlError) || error.code !== 'unique') return error
  const index = conflictIndex(tables, error.detail, error)
  return new StoreError(
    'invalid_query',
    `Rows that are there already break the unique index ${index}. Change them, then migrate again.`,
    { cause: error },
  )
}
