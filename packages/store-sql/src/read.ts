import { alternativesOf, type ListQuery, type Ref, type Row } from '@doorkit/server/store'
import type { SqlContext } from './context.ts'
import { joinFragments, Pieces, toConditions, toSqlValue, whereAll } from './fragment.ts'
import { raiseHorizon } from './horizon.ts'
import { keysetOf, orderBy } from './keyset.ts'
import { readRow } from './read-row.ts'
import type { Table } from './table.ts'

/** Rows by their ids: one statement a collection. */
export async function getRows(context: SqlContext, refs: readonly Ref[]): Promise<(Row | null)[]> {
  const [only] = refs
  if (only && refs.length === 1) return [await getRow(context, only)]
  const collections = [...new Set(refs.map((ref) => ref.in))]
  const found = await Promise.all(
    collections.map(async (collection) => {
      const ids = refs.filter((ref) => ref.in === collection).map((ref) => ref.id)
      return [collection, await getMany(context, context.table(collection), ids)] as const
    }),
  )
  const tables = new Map(found)
  const given = new Set<Row>()
  return refs.map((ref) => {
    const row = tables.get(ref.in)?.get(ref.id)
    if (!row) return null
    // A row that was asked for twice is two rows, or a change to one would show in the other.
    if (given.has(row)) return structuredClone(row)
    given.add(row)
    return row
  })
}

async function getRow(context: SqlContext, { in: collection, id }: Ref): Promise<Row | null> {
  const table = context.table(collection)
  const read = new Pieces().add(table.select).add(' where "id" = ?', toSqlValue(id))
  const [row] = (await context.driver.query(context.statement(`get_${collection}`, read))).rows
  return row ? readRow(table, row) : null
}

async function getMany(
  { driver, statement }: SqlContext,
  table: Table,
  ids: readonly string[],
): Promise<Map<string, Row>> {
  const where = whereAll(toConditions(table, [{ key: 'id', op: 'in', value: ids }]))
  const read = new Pieces().add(table.select).append(where)
  const { rows } = await driver.query(statement(`get_many_${table.plan.name}`, read))
  return new Map(rows.map((raw) => readRow(table, raw)).map((row) => [row.id, row]))
}

/** One keyset page. Lists that are merged are one statement, so that no row moves between them. */
export async function listRows(context: SqlContext, query: ListQuery): Promise<Row[]> {
  const table = context.table(query.in)
  const parts = toParts(table, query)
  if (!parts) {
    if (query.horizon) await context.driver.batch(raiseHorizon(context, query.horizon))
    return []
  }
  const page = context.statement(
    `list_${query.in}_${query.index}`,
    parts.add(' limit ?', query.limit),
  )
  const results = query.horizon
    ? await context.driver.batch([...raiseHorizon(context, query.horizon), page])
    : [await context.driver.query(page)]
  return (results.at(-1)?.rows ?? []).map((row) => readRow(table, row))
}

/** What a page is read from, in its order; undefined when nothing can match. */
function toParts(table: Table, query: ListQuery): Pieces | undefined {
  const index = table.plan.indexes.find((plan) => plan.name === query.index)
  if (!index) return undefined
  const { queries, order } = alternativesOf(index, query)
  const parts = queries.flatMap((one) => {
    const keyset = keysetOf(table, index, one)
    if (!keyset) return []
    const where = whereAll([...toConditions(table, keyset.where), ...keyset.conditions])
    return [new Pieces().add(table.select).append(where)]
  })
  if (parts.length === 0) return undefined
  // A unique index has no id at its end.
  const columns = parts.length === 1 ? (index.unique ? index.on : [...index.on, 'id']) : order
  return joinFragments(parts, ' union all ').append(orderBy(table, columns, query.dir))
}
