import { documentText, searchableText } from '@doorkit/server/internal'
import type { GuardedRef, KeyValue, WriteOp } from '@doorkit/server/store'
import type { SqlContext } from './context.ts'
import type { SqlDialect } from './dialect.ts'
import type { Statement } from './driver.ts'
import {
  type Fragment,
  isRow,
  joinFragments,
  Pieces,
  toAssignments,
  toConditions,
  toSqlValue,
  whereAll,
} from './fragment.ts'
import { encodeText } from './key-text.ts'
import type { Table } from './table.ts'

type Insert = Extract<WriteOp, { op: 'insert' }>
type Patch = Extract<WriteOp, { op: 'patch' }>
type Remove = Extract<WriteOp, { op: 'remove' }>
type Check = Extract<WriteOp, { op: 'check' }>

/** A statement for each number of rows would be prepared otherwise. */
const mostRows = 8

/**
 * The statements of the ops of a commit, in their order. Rows that go into one collection, one after
 * the other, are put in by one statement.
 */
export function writesOf(context: SqlContext, ops: readonly WriteOp[]): Statement[] {
  const statements: Statement[] = []
  let rows: Insert[] = []
  const endRows = () => {
    if (rows.length > 0) statements.push(insert(context, rows))
    rows = []
  }
  for (const op of ops) {
    const [first] = rows
    const isNext = op.op === 'insert' && op.in === first?.in && op.onConflict === first.onConflict
    if (!isNext || rows.length === mostRows) endRows()
    if (op.op === 'insert') rows.push(op)
    else statements.push(...changeOf(context, op))
  }
  endRows()
  return statements
}

function changeOf(context: SqlContext, op: Exclude<WriteOp, Insert>): Statement[] {
  const table = context.table(op.in)
  switch (op.op) {
    case 'patch':
      return patch(context, table, op)
    case 'remove':
      return remove(context, table, op)
    case 'check':
      return check(context, table, op)
  }
}

function insert(context: SqlContext, ops: readonly Insert[]): Statement {
  const [{ in: name, onConflict }] = ops as [Insert]
  const table = context.table(name)
  const rows = ops.map(({ row }) => rowValues(context.dialect, table, row))
  const insertion = new Pieces().add(table.insert).append(joinFragments(rows, ', '))
  if (onConflict === 'ignore') insertion.add(' on conflict do nothing')
  return { ...context.statement(`insert_${name}`, insertion), once: onConflict !== 'ignore' }
}

function rowValues(dialect: SqlDialect, table: Table, { id, rev, keys, data }: Insert['row']) {
  const values = new Pieces().add(table.values, encodeText(id), rev ?? 1)
  for (const [key] of table.keys) values.params.push(toSqlValue(keyOf(keys, key)))
  values.params.push(documentText(data))
  const search = searchValue(dialect, table, data)
  if (search) values.add(', ').append(search)
  return values.add(')')
}

/** A key of a new row; adding 0 turns -0, which no database keeps, into 0. */
function keyOf(keys: Readonly<Record<string, KeyValue>>, key: string): KeyValue {
  const value = Object.hasOwn(keys, key) ? (keys[key] ?? null) : null
  return typeof value === 'number' ? value + 0 : value
}

function patch(context: SqlContext, table: Table, op: Patch): Statement[] {
  const assignments = toAssignments(table, op.set, op.add)
  if (op.data !== undefined) {
    assignments.push({ sql: '"data" = ?', params: [documentText(op.data)] })
    const search = searchValue(context.dialect, table, op.data)
    if (search) {
      assignments.push(
        new Pieces()
          .add(table.search?.sql ?? '')
          .add(' = ')
          .append(search),
      )
    }
  }
  const update = new Pieces()
    .add(table.update)
    .append(joinFragments(assignments, ', '))
    .append(whereGuarded(table, op))
  return mustChange(context, `patch_${op.in}`, update, op.ifRev !== undefined)
}

function remove(context: SqlContext, table: Table, op: Remove): Statement[] {
  const removal = new Pieces().add(table.remove).append(whereGuarded(table, op))
  return mustChange(context, `remove_${op.in}`, removal, true)
}

function check(context: SqlContext, table: Table, op: Check): Statement[] {
  const where = whereGuarded(table, op)
  const parts = context.dialect.check(context.internal, {
    table,
    row: isRow(table, op),
    where,
    exists: op.exists,
  })
  return parts.map((part) => context.statement(`check_${op.in}`, part))
}

/** A statement that makes its batch fail if it changes no row. */
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

function whereGuarded(table: Table, op: GuardedRef): Fragment {
  return whereAll([
    isRow(table, op),
    ...(op.ifRev === undefined ? [] : [{ sql: '"rev" = ?', params: [op.ifRev] }]),
    ...toConditions(table, op.when ?? []),
  ])
}

/** The text of a document in the search column, where there is one. */
function searchValue(dialect: SqlDialect, table: Table, data: unknown): Fragment | undefined {
  return table.search && dialect.searchValue(searchableText(data, table.search.property))
}
