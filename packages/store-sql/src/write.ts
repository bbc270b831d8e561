import { documentText, searchableText } from '@doorkit/server/internal'
import type { Filter, KeyValue, Row, WriteOp } from '@doorkit/server/store'
import type { SqlContext } from './context.ts'
import type { SqlDialect } from './dialect.ts'
import type { SqlResult, Statement } from './driver.ts'
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
import { readRow } from './read-row.ts'
import type { Table } from './table.ts'

/** A step of a commit as statements. */
export interface Step {
  readonly statements: readonly Statement[]
  /** The row that the port promises, from the result of the first statement. */
  toRow(result: SqlResult | undefined): Row | null
}

type Insert = Extract<WriteOp, { op: 'insert' }>
type Patch = Extract<WriteOp, { op: 'patch' }>
type Remove = Extract<WriteOp, { op: 'remove' }>
type Check = Extract<WriteOp, { op: 'check' }>

/** Turns an op into statements. */
export function toStep(context: SqlContext, op: WriteOp): Step {
  const table = context.table(op.in)
  switch (op.op) {
    case 'insert':
      return insert(context, table, op)
    case 'patch':
      return patch(context, table, op)
    case 'remove':
      return remove(context, table, op)
    case 'check':
      return check(context, table, op)
  }
}

function insert({ dialect, statement }: SqlContext, table: Table, op: Insert): Step {
  const text = documentText(op.row.data)
  const keys: Record<string, KeyValue> = {}
  // Adding 0 turns -0, which no database keeps, into 0.
  for (const [key] of table.keys) {
    const value = Object.hasOwn(op.row.keys, key) ? (op.row.keys[key] ?? null) : null
    keys[key] = typeof value === 'number' ? value + 0 : value
  }
  const insertion = new Pieces().add(table.insert, encodeText(op.row.id), 1)
  insertion.params.push(...Object.values(keys).map(toSqlValue), text)
  const search = searchValue(dialect, table, op.row.data)
  if (search) insertion.add(', ').append(search)
  insertion.add(')')
  if (op.onConflict === 'ignore') insertion.add(' on conflict do nothing')
  const once = op.onConflict !== 'ignore'
  return {
    statements: [{ ...statement(`insert_${op.in}`, insertion), once }],
    toRow: (result) =>
      result?.changes ? { id: op.row.id, rev: 1, keys, data: JSON.parse(text) as unknown } : null,
  }
}

function patch(context: SqlContext, table: Table, op: Patch): Step {
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
    .add(table.returning)
  return {
    statements: mustChange(context, `patch_${op.in}`, update, op.ifRev !== undefined),
    toRow(result) {
      const [raw] = result?.rows ?? []
      return raw ? readRow(table, raw) : null
    },
  }
}

function remove(context: SqlContext, table: Table, op: Remove): Step {
  const removal = new Pieces().add(table.remove).append(whereGuarded(table, op))
  return { statements: mustChange(context, `remove_${op.in}`, removal, true), toRow: () => null }
}

function check(context: SqlContext, table: Table, op: Check): Step {
  const where = whereGuarded(table, op)
  const parts = context.dialect.check(context.internal, {
    table,
    row: isRow(table, op),
    where,
    exists: op.exists,
  })
  return {
    statements: parts.map((part) => context.statement(`check_${op.in}`, part)),
    toRow: () => null,
  }
}

function mustChange(
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

function whereGuarded(
  table: Table,
  op: {
    readonly partition?: string | undefined
    readonly id: string
    readonly ifRev?: number | undefined
    readonly when?: Filter | undefined
  },
): Fragment {
  return whereAll([
    isRow(table, op),
    ...(op.ifRev === undefined ? [] : [{ sql: '"rev" = ?', params: [op.ifRev] }]),
    ...toConditions(table, op.when ?? []),
  ])
}

/** What the search column keeps of a document, where there is one. */
function searchValue(dialect: SqlDialect, table: Table, data: unknown): Fragment | undefined {
  return table.search && dialect.searchValue(searchableText(data, table.search.property))
}
