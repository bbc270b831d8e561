import { identityIndex } from '@doorkit/server/internal'
import {
  alternativesOf,
  type Condition,
  type ListQuery,
  orderOf,
  type Ref,
  type Row,
} from '@doorkit/server/store'
import type { SqlContext } from './context.ts'
import type { SqlDriver, SqlResult, Statement } from './driver.ts'
import { type Fragment, isRow, joinFragments, Pieces, toConditions, whereAll } from './fragment.ts'
import { keysetOf, orderBy } from './keyset.ts'
import { readRow } from './read-row.ts'
import type { Table } from './table.ts'

/** Rows by what names them: one statement a collection and partition, asked together. */
export async function getRows(context: SqlContext, refs: readonly Ref[]): Promise<(Row | null)[]> {
  const groups = new Map<string, Ref[]>()
  for (const ref of refs) {
    const group = groups.get(groupOf(ref))
    if (group) group.push(ref)
    else groups.set(groupOf(ref), [ref])
  }
  const statements = [...groups.values()].map((group) => selectRows(context, group))
  const results = await readAll(context.driver, statements)
  const found = new Map<string, Row>()
  for (const [at, [name, [ref]]] of [...groups].entries()) {
    for (const raw of results[at]?.rows ?? []) {
      const row = readRow(context.table(ref?.in ?? ''), raw)
      found.set(`${name} ${row.id}`, row)
    }
  }
  const given = new Set<Row>()
  return refs.map((ref) => {
    const row = found.get(`${groupOf(ref)} ${ref.id}`)
    if (!row) return null
    // A row that was asked for twice is two rows, or a change to one would show in the other.
    if (given.has(row)) return structuredClone(row)
    given.add(row)
    return row
  })
}

function readAll(
  driver: SqlDriver,
  statements: readonly Statement[],
): Promise<readonly SqlResult[]> {
  return driver.queries
    ? driver.queries(statements)
    : Promise.all(statements.map((statement) => driver.query(statement)))
}

function groupOf({ in: collection, partition }: Ref): string {
  return partition === undefined ? collection : `${collection} ${partition}`
}

/** Reads rows of one collection and partition. */
function selectRows(context: SqlContext, refs: readonly Ref[]): Statement {
  const [first] = refs as [Ref]
  const { in: collection, partition } = first
  const table = context.table(collection)
  const read = new Pieces().add(table.select)
  // The primary key finds one row faster than a list of one.
  if (refs.length === 1) {
    return context.statement(`get_${collection}`, read.add(' where ').append(isRow(table, first)))
  }
  const key = table.plan.partition
  const filter: Condition[] = [{ key: 'id', op: 'in', value: refs.map(({ id }) => id) }]
  if (key !== undefined && partition !== undefined) {
    filter.unshift({ key, op: 'eq', value: partition })
  }
  read.append(whereAll(toConditions(table, filter)))
  return context.statement(`get_many_${collection}`, read)
}

/** One keyset page. Lists that are merged are one statement, so that no row moves between them. */
export async function listRows(context: SqlContext, query: ListQuery): Promise<Row[]> {
  const table = context.table(query.in)
  const read = toPage(context, table, query)
  const page = read && context.statement(`list_${query.in}_${query.index}`, read)
  const found = query.horizon
    ? await context.listInGroup(query.horizon, page)
    : page && (await readPage(context.driver, page, query.limit))
  return (found?.rows ?? []).map((row) => readRow(table, row))
}

/** A page of one row is short, as a row by its key is: it may go with the reads of others. */
async function readPage(
  driver: SqlDriver,
  page: Statement,
  limit: number,
): Promise<SqlResult | undefined> {
  return limit === 1 ? (await readAll(driver, [page]))[0] : driver.query(page)
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
