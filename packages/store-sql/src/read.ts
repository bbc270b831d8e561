import { identityIndex } from '@doorkit/server/internal'
import { alternativesOf, type ListQuery, orderOf, type Row } from '@doorkit/server/store'
import type { SqlContext } from './context.ts'
import type { SqlDriver, SqlResult, Statement } from './driver.ts'
import { type Fragment, joinFragments, Pieces, toConditions, whereAll } from './fragment.ts'
import { keysetOf, orderBy } from './keyset.ts'
import { readRow } from './read-row.ts'
import { queryTogether } from './read-rows-in-one-statement.ts'
import type { Table } from './table.ts'

/** One keyset page. Lists that are merged are one statement, so that no row moves between them. */
export async function listRows(context: SqlContext, query: ListQuery): Promise<Row[]> {
  const table = context.table(query.in)
  const read = toPage(context, table, query)
  const page = read && {
    ...context.statement(`list_${query.in}_${query.index}`, read),
    repeatable: true,
  }
  const found = query.horizon
    ? await context.listInGroup(query.horizon, page)
    : page && (await readPage(context.driver, page, query.limit))
  return (found?.rows ?? []).map((row) => readRow(table, row))
}

/** A page of one row is short, as a row by its key is: it may go with the reads of others. */
function readPage(driver: SqlDriver, page: Statement, limit: number): Promise<SqlResult> {
  return limit === 1 ? queryTogether(driver, () => page) : driver.query(page)
}

/** The statement that reads a page; undefined when nothing can match. */
function toPage({ dialect }: SqlContext, table: Table, query: ListQuery): Fragment | undefined {
  const declared = table.plan.indexes.find((plan) => plan.name === query.index)
  const index = declared ?? identityIndex(table.plan)
  const { queries, order } = alternativesOf(table.plan, index, query)
  const lists = queries.flatMap((one) => {
    const keyset = keysetOf(table, index, one)
    if (!keyset) return []
    const where = whereAll([...toConditions(table, keyset.where), ...keyset.conditions])
    return [new Pieces().add(table.select).append(where)]
  })
  // A unique index has no id at its end.
  const alone = index.unique ? index.on : orderOf(table.plan, index)
  const orderAndLimit = orderBy(table, lists.length > 1 ? order : alone, query.dir)
  orderAndLimit.add(dialect.limit, query.limit)
  const [only] = lists
  if (!only) return undefined
  if (lists.length === 1) return only.append(orderAndLimit)
  const parts = lists.map((list) => dialect.mergedPart(list, orderAndLimit))
  return joinFragments(parts, ' union all ').append(orderAndLimit)
}
