import {
  type CollectionPlan,
  indexTerms,
  orderOf,
  searchableText,
  searchedProperties,
  textOf,
} from '@doorkit/store'
import type { SqlDialect } from './dialect.ts'
import { hash64 } from './hash.ts'
import { tokensOfTerms } from './search-tokens.ts'
import {
  type Column,
  mostRowsOfInsert,
  quote,
  type SearchColumn,
  type Table,
  type VectorColumn,
  type VectorStatements,
} from './table.ts'

/**
 * Makes the table of a collection. No collection has `__` in its name, so no table gets the name of an
 * index.
 *
 * @param vectors - the statements for vectors, if the database supports vectors.
 */
export function toTable(
  dialect: SqlDialect,
  prefix: string,
  plan: CollectionPlan,
  vectors?: VectorStatements,
): Table {
  const name = identifier(dialect, `${prefix}${plan.name}`)
  const columns = Object.entries(plan.columns)
  const sql = quote(name)
  const identity = plan.partition === undefined ? ['id'] : [plan.partition, 'id']
  const selectList = ['id', 'rev', ...columns.map(([column]) => column), 'data']
    .map(quote)
    .join(', ')
  const search = toSearchColumn(dialect, name, plan)
  const vector = vectors && toVectorColumn(vectors, dialect, name, plan)
  const derived = [search, vector].filter((column) => column !== undefined)
  const written = [selectList, ...derived.map(({ sql }) => sql)].join(', ')
  const marks = `?, ?, ${'?, '.repeat(columns.length)}?`
  const values = `(${[marks, ...derived.map(({ mark }) => mark)].join(', ')})`
  const columnsByName = new Map(
    [['id', 'text'] as const, ...columns].map(([column, type]): [string, Column] => {
      const sql = quote(column)
      return [column, { type, sql, isIn: dialect.isIn(sql, type) }]
    }),
  )
  return {
    plan,
    name,
    sql,
    identity,
    isRow: identity.map((column) => `${quote(column)} = ?`).join(' and '),
    primaryKey: identifier(dialect, `${name}__id`),
    columns,
    selectList,
    inserts: Array.from(
      { length: mostRowsOfInsert },
      (_, more) => `insert into ${sql} (${written}) values ${values}${`, ${values}`.repeat(more)}`,
    ),
    select: `select ${selectList} from ${sql}`,
    update: `update ${sql} set `,
    remove: `delete from ${sql}`,
    column(name) {
      const column = columnsByName.get(name)
      if (!column) throw new TypeError(`${plan.name} has no column ${name}.`)
      return column
    },
    indexes: plan.indexes.map((index) => ({
      plan: index,
      name: identifier(dialect, `${name}__i_${index.name}`),
      columns: index.unique ? index.on : orderOf(plan, index),
    })),
    search,
    vector,
    derived,
  }
}

/** The prefix of columns for full-text search, and of no other columns. */
export const searchPrefix = '_terms_'

function toSearchColumn(
  dialect: SqlDialect,
  name: string,
  plan: CollectionPlan,
): SearchColumn | undefined {
  const properties = searchedProperties(plan)
  if (properties === null) return undefined
  const column = `${searchPrefix}${properties.text}`
  return {
    column,
    sql: quote(column),
    properties,
    index: identifier(dialect, `${name}__terms`),
    unfilled: identifier(dialect, `${name}__unread`),
    mark: dialect.searchMark,
    valueOf(partition, data) {
      const terms = indexTerms(searchableText(data, properties))
      return dialect.searchValue(tokensOfTerms(String(partition ?? ''), terms))
    },
  }
}

function toVectorColumn(
  statements: VectorStatements,
  dialect: SqlDialect,
  name: string,
  { vector: property }: CollectionPlan,
): VectorColumn | undefined {
  if (property === undefined) return undefined
  const column = `_vector_${property}`
  return {
    column,
    sql: quote(column),
    unfilled: identifier(dialect, `${name}__without_vector`),
    mark: statements.mark,
    valueOf: (_partition, data) =>
      statements.value(new Int8Array(Buffer.from(textOf(data, property), 'base64'))),
    statements,
  }
}

/**
 * A name that the database does not cut: a long name is cut here, and ends with a hash of the whole
 * name.
 */
function identifier({ maxIdentifierBytes }: SqlDialect, name: string): string {
  if (name.length <= maxIdentifierBytes) return name
  return `${name.slice(0, maxIdentifierBytes - 17)}_${hash64(name)}`
}
