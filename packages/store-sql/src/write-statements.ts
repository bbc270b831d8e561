import { setImmediate as endOfTick } from 'node:timers/promises'
import { documentText, type WriteOp } from '@doorkit/store'
import { encodeText } from './column-text.ts'
import type { SqlContext } from './sql-context.ts'
import { isRow, toAssignments, toSqlValue, whereAll } from './sql-fragment.ts'
import type { Fragment, SqlValue, Statement } from './sql-statement.ts'
import { mostRowsOfInsert, type Table } from './table.ts'

type Insert = Extract<WriteOp, { op: 'insert' }>
type RowOp = Exclude<WriteOp, Insert>
type Patch = Extract<WriteOp, { op: 'patch' }>

/**
 * After preparing this many characters of indexed rows, a commit lets other calls run. The digits of
 * their terms' numbers count, too; 1,250 numbers take about a millisecond. At twice this bound,
 * documents are written up to a tenth faster, but requests of other workspaces wait longer.
 */
const indexedCharactersAtOnce = 24_576

/**
 * The statements for the ops of a commit, in their order. Consecutive inserts into one collection share
 * statements. While many words are indexed, other calls run in between.
 */
export async function writesOf(context: SqlContext, ops: readonly WriteOp[]): Promise<Statement[]> {
  const statements: Statement[] = []
  let rows: SqlValue[][] = []
  let indexedCharacters = 0
  for (const [at, op] of ops.entries()) {
    if (op.op !== 'insert') {
      statements.push(...rowStatements(context, op))
      continue
    }
    const table = context.table(op.in)
    const values = valuesOf(table, op)
    rows.push(values)
    const next = ops[at + 1]
    const nextJoins =
      next?.op === 'insert' && next.in === op.in && next.onConflict === op.onConflict
    if (!nextJoins || rows.length === mostRowsOfInsert) {
      statements.push(insert(context, op, rows))
      rows = []
    }
    if (table.derived.length > 0) {
      for (const value of values) indexedCharacters += String(value).length
    }
    if (indexedCharacters < indexedCharactersAtOnce) continue
    indexedCharacters = 0
    await endOfTick()
  }
  return statements
}

/** The values of a row to insert, in the order of its columns. */
function valuesOf({ columns, derived, plan }: Table, { row }: Insert): SqlValue[] {
  const values: SqlValue[] = [encodeText(row.id), row.rev ?? 1]
  for (const [name] of columns) {
    values.push(Object.hasOwn(row.columns, name) ? toSqlValue(row.columns[name] ?? null) : null)
  }
  values.push(documentText(row.data))
  for (const column of derived) {
    values.push(column.valueOf(row.columns[plan.partition ?? ''], row.data))
  }
  return values
}

function insert(
  context: SqlContext,
  { in: name, onConflict }: Insert,
  rows: readonly SqlValue[][],
): Statement {
  const insertSql = context.table(name).inserts[rows.length - 1] ?? ''
  const sql = onConflict === 'ignore' ? `${insertSql} on conflict do nothing` : insertSql
  const once = onConflict !== 'ignore'
  return context.statement(`insert_${name}`, { sql, params: rows.flat() }, { once })
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
        .map((part) => statement(`check_${op.in}`, part, { repeatable: op.exists }))
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
    return [context.statement(label, statement, { once, mustChange: true })]
  }
  const parts = dialect.mustChange(internal, statement)
  return parts.map((part) => context.statement(label, part, { once }))
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
