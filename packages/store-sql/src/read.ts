import type { ListQuery, Ref, Row } from '@doorkit/server/store'
import type { SqlContext } from './context.ts'
import { toConditions, toSqlValue, whereAll } from './fragment.ts'
import { raiseHorizon } from './horizon.ts'
import { keysetOf } from './keyset.ts'
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
  const sql = `select ${table.columns} from ${table.sql} where "id" = ?`
  const statement = context.statement(`get_${collection}`, { sql, params: [toSqlValue(id)] })
  const [row] = (await context.driver.query(statement)).rows
  return row ? readRow(table, row) : null
}

async function getMany(
  { driver, dialect, statement }: SqlContext,
  table: Table,
  ids: readonly string[],
): Promise<Map<string, Row>> {
  const where = whereAll(toConditions(dialect, table, [{ key: 'id', op: 'in', value: ids }]))
  const { rows } = await driver.query(
    statement(`get_many_${table.plan.name}`, {
      sql: `select ${table.columns} from ${table.sql}${where.sql}`,
      params: where.params,
    }),
  )
  return new Map(rows.map((raw) => readRow(table, raw)).map((row) => [row.id, row]))
}

/** One keyset page. */
export async function listRows(context: SqlContext, query: ListQuery): Promise<Row[]> {
  const table = context.table(query.in)
  const index = table.plan.indexes.find((plan) => plan.name === query.index)
  const keyset = index && keysetOf(index, query)
  if (!keyset) {
    if (query.horizon) await context.driver.batch(raiseHorizon(context, query.horizon))
    return []
  }
  const where = whereAll([
    ...toConditions(context.dialect, table, keyset.where),
    ...keyset.conditions,
  ])
  const page = context.statement(`list_${query.in}_${query.index}`, {
    sql: `select ${table.columns} from ${table.sql}${where.sql} order by ${keyset.order} limit ?`,
    params: [...where.params, query.limit],
  })
  const results = query.horizon
    ? await context.driver.batch([...raiseHorizon(context, query.horizon), page])
    : [await context.driver.query(page)]
  return (results.at(-1)?.rows ?? []).map((row) => readRow(table, row))
}
