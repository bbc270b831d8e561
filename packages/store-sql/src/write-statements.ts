import { setImmediate as endOfTick } from 'node:timers/promises'
import { documentText, type WriteOp } from '@doorkit/store'
import { encodeText } from './column-text.ts'
import type { SqlContext } from './sql-context.ts'
import { isRow, toAssignments, toSqlValue, whereAll } from './sql-fragment.ts'
import type { Fragment, SqlValue, Statement } from './sql-statement.ts'
import { mostRows, type Table } from './table.ts'

type Insert = Extract<WriteOp, { op: 'insert' }>
type RowOp = Exclude<WriteOp, Insert>
type Patch = Extract<WriteOp, { op: 'patch' }>

/** How many rows have their words indexed before other calls run. Indexing them takes a few milliseconds. */
const indexedRowsAtOnce = 32

/**
 * The statements for the ops of a commit, in their order. Consecutive inserts into one collection share
 * a statement. While the words of many rows are indexed, other calls run in between.
 */
export async function writesOf(context: SqlContext, ops: readonly WriteOp[]): Promise<Statement[]> {
  const statements: Statement[] = []
  let rows: Insert[] = []
  let indexedRows = 0
  for (const [at, op] of ops.entries()) {
    if (op.op !== 'insert') {
      statements.push(...rowStatements(context, op))
      continue
    }
    rows.push(op)
    const next = ops[at + 1]
    const nextJoins =
      next?.op === 'insert' && next.in === op.in && next.onConflict === op.onConflict
    if (nextJoins && rows.length < mostRows) continue
    statements.push(insert(context, op, rows))
    if (context.table(op.in).derived.length > 0) indexedRows += rows.length
    rows = []
    if (indexedRows < indexedRowsAtOnce) continue
    indexedRows = 0
    await endOfTick()
  }
  return statements
}

function insert(
  context: SqlContext,
  { in: name, onConflict }: Insert,
  ops: readonly Insert[],
): Statement {
  const table = context.table(name)
  const params: SqlValue[] = []
  for (const { row } of ops) {
    params.push(encodeText(row.id), row.rev ?? 1)
    for (const [key] of table.columns) {
      params.push(Object.hasOwn(row.columns, key) ? toSqlValue(row.columns[key] ?? null) : null)
    }
    params.push(documentText(row.data))
    for (const column of table.derived) {
      params.push(column.valueOf(row.columns[table.plan.partition ?? ''], row.data))
    }
  }
  const insertSql = table.inserts[ops.length - 1] ?? ''
  const sql = onConflict === 'ignore' ? `${insertSql} on conflict do nothing` : insertSql
  return { ...context.statement(`insert_${name}`, { sql, params }), once: onConflict !== 'ignore' }
}

function rowStatements(context: SqlContext, op: RowOp): Statement[] {
  const { dialect, internal, statement } = context
  const table = context.table(op.in)
  const row = isRow(table, op)
  const atRevision = op.ifRev === undefined ? [] : [{ sql: '"rev" = ?', params: [op.ifRev] }]
  const where = whereAll(table, op.when ?? [], [row, ...atRevision])
  switch (op.op) {
    case 'patch': {
      const data = op.data === undefined ? [] : setDocument(table, op)
      const { sql, params } = toAssignments(table, op, data)
      const update = {
        sql: `${table.update}${sql}${where.sql}`,
        params: [...params, ...where.params],
      }
      return mustChange(context, `patch_${op.in}`, update, op.ifRev !== undefined)
    }
    case 'remove': {
      const removal = { sql: `${table.remove}${where.sql}`, params: where.params }
      return mustChange(context, `remove_${op.in}`, removal, true)
    }
    case 'check':
      return dialect
        .check(internal, { table, row, where, exists: op.exists })
        .map((part) => ({ ...statement(`check_${op.in}`, part), repeatable: op.exists }))
  }
}

/** The statements of a change that must change a row: their batch fails if it does not. */
export function mustChange(
  context: SqlContext,
  label: string,
  statement: Fragment,
  once: boolean,
): Statement[] {
  const { dialect, internal, driver } = context
  if (driver.checksChanges) {
    return [{ ...context.statement(label, statement), once, mustChange: true }]
  }
  const parts = dialect.mustChange(internal, statement)
  return parts.map((part) => ({ ...context.statement(label, part), once }))
}

function setDocument({ derived }: Table, { partition, data }: Patch): Fragment[] {
  return [
    { sql: '"data" = ?', params: [documentText(data)] },
    ...derived.map((column) => ({
      sql: `${column.sql} = ${column.mark}`,
      params: [column.valueOf(partition, data)],
    })),
  ]
}
