import { alternativesOf, identityIndex, type ListQuery, type Row } from '@doorkit/store'
import { wherePage } from './keyset.ts'
import { readRow } from './read-row.ts'
import type { SqlContext } from './sql-context.ts'
import { joinFragments, partitionOf } from './sql-fragment.ts'
import type { Fragment } from './sql-statement.ts'
import type { Table } from './table.ts'

/**
 * Reads one page. If the page merges several lists, one statement reads them all, so that no row can
 * move from one list to another between two reads.
 */
export async function listRows(context: SqlContext, query: ListQuery): Promise<Row[]> {
  const { driver, listInGroup, queryTogether } = context
  const table = context.table(query.in)
  const read = toPage(context, table, query)
  const partition = partitionOf(table, query.where)
  const page = read && context.statement(`list_${query.in}_${query.index}`, read, { reads: true })
  // A page of one row is short, so it may share a transaction or connection with other reads.
  const isShort = query.limit === 1
  const found = query.horizon
    ? await listInGroup(query.horizon, page)
    : page &&
      (await (isShort ? queryTogether(() => page, partition) : driver.query(page, partition)))
  return (found?.rows ?? []).map((row) => readRow(table, row))
}

/** The statement that reads a page; undefined if nothing can match. */
function toPage({ dialect }: SqlContext, table: Table, query: ListQuery): Fragment | undefined {
  const { plan, select } = table
  const index = plan.indexes.find(({ name }) => name === query.index) ?? identityIndex(plan)
  const { queries, order: open } = alternativesOf(plan, index, query)
  const lists = queries.flatMap((one) => {
    const where = wherePage(table, index, open, one)
    return where ? [{ sql: `${select}${where.sql}`, params: where.params }] : []
  })
  const [only] = lists
  if (!only) return undefined
  const isMerged = lists.length > 1
  // A unique index does not contain the id, and orders its rows without it.
  const columns =
    index.unique && !isMerged ? open.filter((column) => index.on.includes(column)) : open
  const by = columns.map((column) => `${table.column(column).sql} ${query.dir}`).join(', ')
  const end = { sql: `${by && ` order by ${by}`}${dialect.limit}`, params: [query.limit] }
  const parts = lists.map((list) => (isMerged ? dialect.mergedPart(list, end) : list))
  return joinFragments([joinFragments(parts, ' union all '), end], '')
}
