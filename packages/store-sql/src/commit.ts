import { type CommitOptions, type CommitResult, StoreError, type WriteOp } from '@doorkit/store'
import type { Receipts } from './commit-receipts.ts'
import { readHorizon, requireOnTime } from './horizon.ts'
import { runStatements } from './run-statements.ts'
import type { SqlContext } from './sql-context.ts'
import { SqlError } from './sql-error.ts'
import type { Table } from './table.ts'
import { toStoreError } from './to-store-error.ts'
import { writesOf } from './write-statements.ts'

/** Runs the ops as one atomic batch. A lost race is a result, and a fault is an error. */
export async function commitOps(
  context: SqlContext,
  tables: Iterable<Table>,
  receipts: Receipts | undefined,
  ops: readonly WriteOp[],
  { at }: CommitOptions = {},
): Promise<CommitResult> {
  const timeGuards = at ? requireOnTime(context, at) : []
  const statements = [...timeGuards, ...(await writesOf(context, ops))]
  const { driver } = context
  const partition = ops.flatMap((op) => partitionOfOp(context, op) ?? [])[0]
  try {
    // A commit without ops writes nothing, so it needs no receipt.
    if (receipts && driver.batchOnce && ops.length > 0) {
      await driver.batchOnce(statements, () => receipts.create(partition), partition)
      await receipts.countCommit()
    } else await runStatements(driver, statements, partition)
    return { ok: true }
  } catch (error) {
    if (!(error instanceof SqlError)) throw error
    if (error.code === 'unique') {
      return { ok: false, reason: 'conflict', index: conflictIndex(tables, error) }
    }
    const guard = failedGuard(context, error, timeGuards.length)
    if (guard === 'row') return { ok: false, reason: 'guard' }
    if (at && guard === 'time') {
      return { ok: false, reason: 'late', horizon: await readHorizon(context, at.scope) }
    }
    throw toStoreError(error)
  }
}

/** The partition of an op's row. A commit belongs to the first partition among its ops. */
function partitionOfOp({ table }: SqlContext, op: WriteOp): string | undefined {
  if (op.op !== 'insert') return op.partition
  const { partition } = table(op.in).plan
  const value = partition === undefined ? undefined : op.row.columns[partition]
  return value === undefined || value === null ? undefined : String(value)
}

/** The kind of guard that refused a batch whose first `timeGuards` statements guard the time. */
export function failedGuard(
  { internal }: SqlContext,
  { code, detail }: SqlError,
  timeGuards = 0,
): 'row' | 'time' | undefined {
  if (code === 'guard') return (detail.statement ?? 0) < timeGuards ? 'time' : 'row'
  if (code !== 'check') return undefined
  if (detail.constraint === internal.heldConstraint) return 'row'
  return detail.constraint === internal.onTimeConstraint ? 'time' : undefined
}

/** The declared name of the unique index that refused a row, or `id`. */
export function conflictIndex(tables: Iterable<Table>, cause: SqlError): string {
  const { constraint, table: tableName, columns = [] } = cause.detail
  for (const table of tables) {
    const index = table.indexes.find(
      ({ plan, name }) =>
        name === constraint ||
        (table.name === tableName && plan.unique && plan.on.join() === columns.join()),
    )
    if (index) return index.plan.name
    if (constraint === table.primaryKey) return 'id'
    if (table.name === tableName && columns.join() === table.identity.join()) return 'id'
  }
  throw new StoreError(
    'fault',
    'A unique index that the schema plan does not declare refused a row. Drop the index, or declare it.',
    { cause },
  )
}
