import type { BulkPatch, BulkQuery, BulkResult } from '@doorkit/store'
import type { SqlContext } from './sql-context.ts'
import {
  isInOnePartition,
  joinFragments,
  partitionOf,
  toAssignments,
  whereAll,
} from './sql-fragment.ts'
import type { Fragment } from './sql-statement.ts'

export async function updateRows(
  context: SqlContext,
  query: BulkQuery,
  patch: BulkPatch,
): Promise<BulkResult> {
  const table = context.table(query.in)
  const { sql, params } = toAssignments(table, patch)
  return changeChosenRows(context, query, 'update', { sql: `${table.update}${sql}`, params })
}

export async function deleteRows(context: SqlContext, query: BulkQuery): Promise<BulkResult> {
  return changeChosenRows(context, query, 'delete', {
    sql: context.table(query.in).remove,
    params: [],
  })
}

async function changeChosenRows(
  { driver, dialect, statement, table: toTable }: SqlContext,
  query: BulkQuery,
  label: string,
  change: Fragment,
): Promise<BulkResult> {
  const table = toTable(query.in)
  const chosen = dialect.choose(table, {
    where: whereAll(table, query.where),
    limit: query.limit,
    isInOnePartition: isInOnePartition(table, query.where),
  })
  const changeOfChosen = joinFragments([change, chosen], '')
  const { changes } = await driver.query(
    statement(`${label}_${query.in}`, changeOfChosen),
    partitionOf(table, query.where),
  )
  return { changed: changes, more: changes === query.limit }
}
