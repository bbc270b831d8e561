import { type CollectionPlan, type IndexPlan, type KeyType, orderOf } from '@doorkit/server/store'
import type { SqlDialect } from './dialect.ts'
import { hash64 } from './hash.ts'

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
  /** Begins a statement that puts in rows. */
  readonly insert: string
  /** Begins the values of a row; ends after the mark of `data`. */
  readonly values: string
  /** Begins a statement that reads rows. */
  readonly select: string
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
  readonly column: string
  /** The name, quoted. */
  readonly sql: string
  /** The property of the documents that is searched. */
  readonly property: string
}

/** The words of a statement about a column. */
export type Column = Readonly<ReturnType<typeof toColumn>>

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
  const search = toSearchColumn(plan)
  const written = search ? `${columns}, ${search.sql}` : columns
  const known = new Map(
    [['id', 'text'] as const, ...keys].map(([key, type]) => [key, toColumn(dialect, key, type)]),
  )
  return {
    plan,
    name,
    sql,
    identity,
    isRow: identity.map((column) => `${quote(column)} = ?`).join(' and '),
    primaryKey: identifier(dialect, `${name}__id`),
    keys,
    columns,
    insert: `insert into ${sql} (${written}) values `,
    values: `(?, ?, ${'?, '.repeat(keys.length)}?`,
    select: `select ${columns} from ${sql}`,
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
export const searchPrefix = '_search_'

function toSearchColumn({ search: property }: CollectionPlan): SearchColumn | undefined {
  if (property === undefined) return undefined
  const column = `${searchPrefix}${property}`
  return { column, sql: quote(column), property }
}

function toColumn(dialect: SqlDialect, name: string, type: KeyType) {
  const sql = quote(name)
  return {
    /** The type of its values. */
    type,
    /** The name, quoted. */
    sql,
    /** Compared with a value, or set to it. */
    eq: `${sql} = ?`,
    lt: `${sql} < ?`,
    lte: `${sql} <= ?`,
    gt: `${sql} > ?`,
    gte: `${sql} >= ?`,
    /** Compared with a JSON list of values. */
    in: dialect.isIn(sql, type),
    isNull: `${sql} is null`,
    isNotNull: `${sql} is not null`,
    /** Set to its sum with a value. */
    add: `${sql} = coalesce(${sql}, 0) + ?`,
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
