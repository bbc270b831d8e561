import type { BulkPatch, BulkQuery, BulkResult } from '@doorkit/server/store'
import type { SqlContext } from './context.ts'
import { type Fragment, joinFragments, toAssignments, toConditions, whereAll } from './fragment.ts'
import type { Table } from './table.ts'

/** Patches up to `limit` rows that match. */
export async function updateRows(
  context: SqlContext,
  query: BulkQuery,
  patch: BulkPatch,
): Promise<BulkResult> {
  const table = context.table(query.in)
  const assignments = joinFragments(toAssignments(patch.set, patch.add), ', ')
  const update = joinFragments(
    [
      { sql: `update ${table.sql} set `, params: [] },
      assignments,
      whereChosen(context, table, query),
    ],
    '',
  )
  return run(context, `update_${query.in}`, update, query.limit)
}

/** Deletes up to `limit` rows that match. */
export async function deleteRows(context: SqlContext, query: BulkQuery): Promise<BulkResult> {
  const table = context.table(query.in)
  const chosen = whereChosen(context, table, query)
  const removal = { sql: `delete from ${table.sql}${chosen.sql}`, params: chosen.params }
  return run(context, `delete_${query.in}`, removal, query.limit)
}

function whereChosen({ dialect }: SqlContext, table: Table, query: BulkQuery): Fragment {
  const where = whereAll(toConditions(dialect, table, query.where))
  return {
    sql: ` where "id" in (select "id" from ${table.sql}${where.sql} limit ?${dialect.lockChosen})`,
    params: [...where.params, query.limit],
  }
}

async function run(
  { driver, statement }: SqlContext,
  label: string,
  fragment: Fragment,
  limit: number,
): Promise<BulkResult> {
  const { changes } = await driver.query(statement(label, fragment))
  return { changed: changes, more: changes === limit }
}
