import {
  type CollectionPlan,
  type ColumnType,
  type ColumnValue,
  type IndexPlan,
  orderOf,
  type SearchedProperties,
  searchableText,
  searchedProperties,
} from '@doorkit/store'
import type { SqlDialect, VectorStatements } from './dialect.ts'
import { hash64 } from './hash.ts'
import { searchTokens } from './search-tokens.ts'
import { vectorOf } from './vector.ts'

/**
 * The most rows that one statement inserts. Each number of rows is a statement of its own to prepare.
 */
export const mostRows = 8

/** The table of a collection. Every identifier in a statement comes from here. */
export interface Table {
  /** The declaration of the collection. */
  readonly plan: CollectionPlan
  /** The name in the database. */
  readonly name: string
  /** The name, quoted. */
  readonly sql: string
  /** The columns that identify a row: its partition, if there is one, and its id. */
  readonly identity: readonly string[]
  /** The condition that a row has a given identity, with a `?` mark for each value. */
  readonly isRow: string
  /** The name of the index over {@link identity}. */
  readonly primaryKey: string
  /** The declared columns in their order, without `id`. */
  readonly columns: readonly (readonly [name: string, type: ColumnType])[]
  /** The columns of a row to read: `id`, `rev`, the declared columns and `data`. */
  readonly selectList: string
  /** The statements that insert one row, two rows and so on: the select list and the derived columns. */
  readonly inserts: readonly string[]
  /** Begins a statement that reads rows. */
  readonly select: string
  /** Reads the row with a given identity. */
  readonly selectRow: string
  /** Begins a statement that changes rows. */
  readonly update: string
  /** Begins a statement that removes rows. */
  readonly remove: string
  /** `id` or a declared column, as statements name it. */
  column(name: string): Column
  /** The indexes, in their declared order. */
  readonly indexes: readonly TableIndex[]
  /** The column that full-text search reads, if there is one. */
  readonly search: SearchColumn | undefined
  /** The column with the vectors, if there is one and the database has vectors. */
  readonly vector: VectorColumn | undefined
  /** The search column and the vector column, if they exist. */
  readonly derived: readonly DerivedColumn[]
}

/** A column that the store fills from the document. It is null in rows that are older than the column. */
export interface DerivedColumn {
  /** The name in the database. */
  readonly column: string
  /** The name, quoted. */
  readonly sql: string
  /** The name of the index over rows whose column has no value yet. */
  readonly unfilled: string
  /** The mark for a value. */
  readonly mark: string
  /** The value for a document, to be bound at the mark. */
  valueOf(partition: ColumnValue | undefined, data: unknown): string
}

/** The column with the vectors of the documents. */
export interface VectorColumn extends DerivedColumn {
  /** The statements for it. */
  readonly statements: VectorStatements
}

/** The column that full-text search reads. */
export interface SearchColumn extends DerivedColumn {
  /** The properties of the documents that are searched. */
  readonly properties: SearchedProperties
  /** The name of the index that is searched. */
  readonly index: string
  /**
   * The columns that earlier versions had in its place: a copy of the text, and later the hashes of
   * whole words.
   */
  readonly former: readonly FormerSearch[]
}

/** The column that full-text search read in an earlier version. */
export interface FormerSearch {
  /** The name in the database. */
  readonly column: string
  /** The name of the index that was searched. */
  readonly index: string
  /** The name of the index over rows whose column had no value yet. */
  readonly unfilled?: string | undefined
}

/** A column, as statements name it. */
export interface Column {
  /** The type of its values. */
  readonly type: ColumnType
  /** The name, quoted. */
  readonly sql: string
  /** The condition that it has one of the values in a JSON list. */
  readonly isIn: string
}

/** An index of a table. */
export interface TableIndex {
  /** The declaration of the index. */
  readonly plan: IndexPlan
  /** The name in the database. */
  readonly name: string
  /**
   * Its columns. An index that is not unique ends with the columns by which its lists are ordered, so
   * that no list has to be sorted.
   */
  readonly columns: readonly string[]
}

/**
 * Makes the table of a collection. No collection has `__` in its name, so no table gets the name of an
 * index.
 *
 * @param vectors - the statements for vectors, if the database has vectors.
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
  const isRow = identity.map((column) => `${quote(column)} = ?`).join(' and ')
  const select = `select ${selectList} from ${sql}`
  const known = new Map(
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
    isRow,
    primaryKey: identifier(dialect, `${name}__id`),
    columns,
    selectList,
    inserts: Array.from(
      { length: mostRows },
      (_, more) => `insert into ${sql} (${written}) values ${values}${`, ${values}`.repeat(more)}`,
    ),
    select,
    selectRow: `${select} where ${isRow}`,
    update: `update ${sql} set `,
    remove: `delete from ${sql}`,
    column(name) {
      const column = known.get(name)
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

/** The prefix of columns for full-text search, and of no others. */
export const searchPrefix = '_terms_'

function toSearchColumn(
  dialect: SqlDialect,
  name: string,
  plan: CollectionPlan,
): SearchColumn | undefined {
  const properties = searchedProperties(plan)
  if (properties === null) return undefined
  const column = `${searchPrefix}${properties.text}`
  const named = (suffix: string) => identifier(dialect, `${name}__${suffix}`)
  return {
    column,
    sql: quote(column),
    properties,
    index: named('terms'),
    unfilled: named('unread'),
    mark: dialect.searchMark,
    valueOf: (partition, data) =>
      dialect.searchValue(searchTokens(String(partition ?? ''), searchableText(data, properties))),
    former: [
      { column: `_search_${properties.text}`, index: named('fts') },
      { column: `_tokens_${properties.text}`, index: named('tokens'), unfilled: named('unfilled') },
    ],
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
    valueOf: (_partition, data) => statements.value(vectorOf(data, property)),
    statements,
  }
}

/** A name that the database does not cut: a long one ends with a hash of itself. */
function identifier({ maxIdentifierBytes }: SqlDialect, name: string): string {
  if (name.length <= maxIdentifierBytes) return name
  return `${name.slice(0, maxIdentifierBytes - 17)}_${hash64(name)}`
}

/** Quotes an identifier. The check of the schema plan made sure that it contains no quote. */
export function quote(identifier: string): string {
  return `"${identifier}"`
}
