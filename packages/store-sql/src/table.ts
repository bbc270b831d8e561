import {
  type CollectionPlan,
  type IndexPlan,
  type KeyType,
  type KeyValue,
  orderOf,
  searchableText,
} from '@doorkit/store'
import type { SqlDialect } from './dialect.ts'
import { hash64 } from './hash.ts'
import { searchTokens } from './search-tokens.ts'

/** A statement for each number of rows would be prepared otherwise. */
export const mostRows = 8

/** A collection as its table. Every identifier in a statement comes from here. */
export interface Table {
  /** The declaration of the collection. */
  readonly plan: CollectionPlan
  /** The name in the database. */
  readonly name: string
  /** The name, quoted. */
  readonly sql: string
  /** The columns that name a row: its partition, where there is one, and its id. */
  readonly identity: readonly string[]
  /** The condition that a row is one of this identity, with its values. */
  readonly isRow: string
  /** The name of the index over {@link identity}. */
  readonly primaryKey: string
  /** The keys in their order. */
  readonly keys: readonly (readonly [name: string, type: KeyType])[]
  /** `id`, `rev`, the keys and `data`: what a row is read from, as a select list. */
  readonly columns: string
  /** The statements that put in one row, two rows and so on: `id`, `rev`, the keys, `data` and the search column. */
  readonly inserts: readonly string[]
  /** Begins a statement that reads rows. */
  readonly select: string
  /** Reads the row of one identity. */
  readonly selectRow: string
  /** Begins a statement that changes rows. */
  readonly update: string
  /** Begins a statement that removes rows. */
  readonly remove: string
  /** `id` or a key, in the texts that statements are put together of. */
  column(name: string): Column
  /** The indexes in their order. */
  readonly indexes: readonly TableIndex[]
  /** The column that full-text search reads, where there is one. */
  readonly search: SearchColumn | undefined
}

/** The column that full-text search reads. */
export interface SearchColumn {
  /** The name in the database. */
  readonly column: string
  /** The name, quoted. */
  readonly sql: string
  /** The property of the documents that is searched. */
  readonly property: string
  /** The name of the index that is searched. */
  readonly index: string
  /** The name of the index over rows whose column has no value yet. */
  readonly unfilled: string
  /** The value of the column for a document, as it is bound at the mark of the dialect. */
  valueOf(partition: KeyValue | undefined, data: unknown): string
  /** The column in versions before, with a copy of the text. */
  readonly former: string
}

/** A column, in the words of a statement. */
export interface Column {
  /** The type of its values. */
  readonly type: KeyType
  /** The name, quoted. */
  readonly sql: string
  /** The condition that it has one of a JSON list of values. */
  readonly isIn: string
}

/** An index of a table. */
export interface TableIndex {
  /** The declaration of the index. */
  readonly plan: IndexPlan
  /** The name in the database. */
  readonly name: string
  /** An index that is not unique is in the order of its lists, so that none has to sort. */
  readonly columns: readonly string[]
}

/** Names the table of a collection. Collections have no `__` in their names, so nothing collides. */
export function toTable(dialect: SqlDialect, prefix: string, plan: CollectionPlan): Table {
  const name = identifier(dialect, `${prefix}${plan.name}`)
  const keys = Object.entries(plan.keys)
  const sql = quote(name)
  const identity = plan.partition === undefined ? ['id'] : [plan.partition, 'id']
  const columns = ['id', 'rev', ...keys.map(([key]) => key), 'data'].map(quote).join(', ')
  const search = toSearchColumn(dialect, name, plan)
  const written = search ? `${columns}, ${search.sql}` : columns
  const marks = `?, ?, ${'?, '.repeat(keys.length)}?`
  const values = search ? `(${marks}, ${dialect.searchMark})` : `(${marks})`
  const isRow = identity.map((column) => `${quote(column)} = ?`).join(' and ')
  const select = `select ${columns} from ${sql}`
  const known = new Map(
    [['id', 'text'] as const, ...keys].map(([key, type]): [string, Column] => {
      const column = quote(key)
      return [key, { type, sql: column, isIn: dialect.isIn(column, type) }]
    }),
  )
  return {
    plan,
    name,
    sql,
    identity,
    isRow,
    primaryKey: identifier(dialect, `${name}__id`),
    keys,
    columns,
    inserts: Array.from(
      { length: mostRows },
      (_, more) => `insert into ${sql} (${written}) values ${values}${`, ${values}`.repeat(more)}`,
    ),
    select,
    selectRow: `${select} where ${isRow}`,
    update: `update ${sql} set `,
    remove: `delete from ${sql}`,
    column(key) {
      const column = known.get(key)
      if (!column) throw new TypeError(`${plan.name} has no column ${key}.`)
      return column
    },
    indexes: plan.indexes.map((index) => ({
      plan: index,
      name: identifier(dialect, `${name}__i_${index.name}`),
      columns: index.unique ? index.on : orderOf(plan, index),
    })),
    search,
  }
}

/** Starts the name of a column for full-text search, and of no other. */
export const searchPrefix = '_tokens_'

function toSearchColumn(
  dialect: SqlDialect,
  name: string,
  { search: property }: CollectionPlan,
): SearchColumn | undefined {
  if (property === undefined) return undefined
  const column = `${searchPrefix}${property}`
  return {
    column,
    sql: quote(column),
    property,
    index: identifier(dialect, `${name}__tokens`),
    unfilled: identifier(dialect, `${name}__unfilled`),
    valueOf: (partition, data) =>
      dialect.searchValue(searchTokens(String(partition ?? ''), searchableText(data, property))),
    former: `_search_${property}`,
  }
}

/** A name that the database keeps whole: one that is too long ends with a hash of itself. */
function identifier({ maxIdentifierBytes }: SqlDialect, name: string): string {
  if (name.length <= maxIdentifierBytes) return name
  return `${name.slice(0, maxIdentifierBytes - 17)}_${hash64(name)}`
}

/** An identifier, quoted. It was checked, with the schema plan, to hold no quote. */
export function quote(identifier: string): string {
  return `"${identifier}"`
}
