import { type MigrationReport, StoreError } from '@doorkit/store'
import { conflictIndex, failedGuard } from './commit.ts'
import { inspectSchema } from './existing-schema.ts'
import { fillColumn, fillStatement } from './fill-column.ts'
import { type MigrationLease, takeLease } from './migration-lease.ts'
import { type MissingStatements, missingStatements, type PlannedSchema } from './migration-steps.ts'
import type { SqlContext } from './sql-context.ts'
import { SqlError } from './sql-error.ts'
import type { Statement } from './sql-statement.ts'
import type { Table } from './table.ts'

export interface Migration {
  readonly context: SqlContext
  readonly prefix: string
  readonly planned: PlannedSchema
  readonly wait: (ms: number) => Promise<void>
}

const maxTries = 5
const pollMs = 100

/**
 * Makes the database fit the plan. A new database is created in one transaction: if two processes try
 * this, the database refuses a statement of one of them. That process then reads the schema again. An
 * existing database is changed by the process with the lease, while the others wait. If that process
 * dies, another one continues.
 */
export async function migrate(migration: Migration): Promise<MigrationReport> {
  let tries = 0
  for (;;) {
    const { isNew, missing } = await findMissing(migration)
    if (statementsOf(missing).length === 0) return { statements: [] }
    if (isNew) {
      tries += 1
      if (await create(migration, missing.first, tries === maxTries)) {
        return { statements: missing.first }
      }
      continue
    }
    const lease = await takeLease(migration.context)
    if (!lease) await migration.wait(pollMs)
    const statements = lease && (await change(migration, lease))
    if (statements) return { statements }
  }
}

/** Reports what a migration would do, and changes nothing. */
export async function previewMigration(migration: Migration): Promise<MigrationReport> {
  const { missing, underWayUntil } = await findMissing(migration)
  return { statements: statementsOf(missing), ...(underWayUntil !== null && { underWayUntil }) }
}

async function findMissing({ context, prefix, planned }: Migration) {
  const existing = await inspectSchema(context, prefix, planned.tables)
  return {
    isNew: existing.schema === null,
    missing: missingStatements(context, planned, existing),
    underWayUntil: existing.schema?.leasedUntil ?? null,
  }
}

/** Creates the tables of a new database; false if another process was first. */
async function create(
  migration: Migration,
  statements: readonly string[],
  isLast: boolean,
): Promise<boolean> {
  try {
    await migration.context.driver.batch(inOneTransaction(migration, statements, []))
    return true
  } catch (error) {
    const { missing } = await findMissing(migration)
    const wasOvertaken = missing.first.join('\n') !== statements.join('\n')
    if (!wasOvertaken || isLast) throw explain(error, migration.planned.tables)
    return false
  }
}

/** Changes an existing database; null if another process has taken the lease. */
async function change(
  migration: Migration,
  lease: MigrationLease,
): Promise<readonly string[] | null> {
  const { context, planned } = migration
  try {
    // Another process may have made all changes before this one got the lease.
    const { missing } = await findMissing(migration)
    await runPhases(migration, missing, lease)
    return statementsOf(missing)
  } catch (error) {
    const isFencedOff = error instanceof SqlError && failedGuard(context, error) === 'row'
    if (isFencedOff) return null
    throw explain(error, planned.tables)
  } finally {
    await lease.end().catch(() => {})
  }
}

async function runPhases(
  migration: Migration,
  { first, later, toFill }: MissingStatements,
  { fence, during }: MigrationLease,
): Promise<void> {
  const { driver } = migration.context
  const alone = driver.alone?.bind(driver) ?? driver.query.bind(driver)
  if (first.length > 0) await driver.batch(inOneTransaction(migration, first, fence))
  for (const sql of later) {
    await driver.batch(fence)
    await during(() => alone({ sql, params: [] }))
    await driver.batch([...fence, ...logStatements(migration, [sql])])
  }
  for (const unfilled of toFill) {
    await driver.batch(fence)
    await during(() => fillColumn(migration.context, unfilled))
    await driver.batch([...fence, ...logStatements(migration, [fillStatement(unfilled)])])
  }
}

function statementsOf({ first, later, toFill }: MissingStatements): string[] {
  return [...first, ...later, ...toFill.map(fillStatement)]
}

function inOneTransaction(
  migration: Migration,
  statements: readonly string[],
  fence: readonly Statement[],
): Statement[] {
  const { dialect, internal } = migration.context
  const toLong = (sql: string) => ({ sql, params: [], long: true })
  return [
    ...dialect.lockMigration(internal).map(toLong),
    ...fence,
    ...statements.map(toLong),
    ...logStatements(migration, statements),
  ]
}

/** The statements that log what a migration has run. */
function logStatements({ context }: Migration, statements: readonly string[]): Statement[] {
  const { dialect, internal, statement } = context
  return statements.map((text) =>
    statement('migration', {
      sql: `insert into ${internal.migration} ("statement", "at") values (?, ${dialect.nowMs})`,
      params: [text],
    }),
  )
}

function explain(error: unknown, tables: readonly Table[]): unknown {
  if (!(error instanceof SqlError) || error.code !== 'unique') return error
  const index = conflictIndex(tables, error)
  return new StoreError(
    'invalid_query',
    `Existing rows break the unique index ${index}. Change them, then migrate again.`,
    { cause: error },
  )
}
