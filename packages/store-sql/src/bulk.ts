import type { BulkPatch, BulkQuery, BulkResult } from '@doorkit/server/store'
import type { SqlContext } from './context.ts'
import {
  type Fragment,
  isInOnePartition,
  joinFragments,
  Pieces,
  toAssignments,
  toConditions,
  whereAll,
} from './fragment.ts'
import type { Table } from './table.ts'

/** Patches up to `limit` rows that match. */
export async function updateRows(
  context: SqlContext,
  query: BulkQuery,
  patch: BulkPatch,
): Promise<BulkResult> {
  const table = context.table(query.in)
  const assignments = joinFragments(toAssignments(table, patch.set, patch.add), ', ')
  const chosen = whereChosen(context, table, query)
  const update = new Pieces().add(table.update).append(assignments).append(chosen)
  return run(context, `update_${query.in}`, update, query.limit)
}

/** Deletes up to `limit` rows that match. */
export async function deleteRows(context: SqlContext, query: BulkQuery): Promise<BulkResult> {
  const table = context.table(query.in)
  const chosen = whereChosen(context, table, query)
  const removal = new Pieces().add(table.remove).append(chosen)
  return run(context, `delete_${query.in}`, removal, query.limit)
}

function whereChosen({ dialect }: SqlContext, table: Table, query: BulkQuery): Fragment {
  return dialect.choose(table, {
    where: whereAll(toConditions(table, query.where)),
    limit: query.limit,
    isInOnePartition: isInOnePartition(table, query.where),
  })
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
