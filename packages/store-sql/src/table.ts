import type { CollectionPlan, IndexPlan, KeyType } from '@doorkit/server/store'
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
  /** The name of the primary key's constraint, where the dialect names it. */
  readonly primaryKey: string
  /** The keys in their order. */
  readonly keys: readonly (readonly [name: string, type: KeyType])[]
  /** `id`, `rev`, the keys and `data`: what a row is read from, as a select list. */
  readonly columns: string
  /** The indexes in their order. */
  readonly indexes: readonly TableIndex[]
  /** The column that full-text search reads, where there is one. */
  readonly search: { readonly column: string; readonly property: string } | undefined
}

/** An index of a table. */
export interface TableIndex {
  /** The declaration of the index. */
  readonly plan: IndexPlan
  /** The name in the database. */
  readonly name: string
  /** An index that is not unique ends with `id`, so that a list never has to sort. */
  readonly columns: readonly string[]
}

/** Names the table of a collection. Collections have no `__` in their names, so nothing collides. */
export function toTable(dialect: SqlDialect, prefix: string, plan: CollectionPlan): Table {
  const name = identifier(dialect, `${prefix}${plan.name}`)
  const keys = Object.entries(plan.keys)
  return {
    plan,
    name,
    sql: quote(name),
    primaryKey: identifier(dialect, `${name}__id`),
    keys,
    columns: ['id', 'rev', ...keys.map(([key]) => key), 'data'].map(quote).join(', '),
    indexes: plan.indexes.map((index) => ({
      plan: index,
      name: identifier(dialect, `${name}__i_${index.name}`),
      columns: index.unique ? index.on : [...index.on, 'id'],
    })),
    search:
      plan.search === undefined
        ? undefined
        : { column: `${searchPrefix}${plan.search}`, property: plan.search },
  }
}

/** Starts the name of a column for full-text search, and of no other. */
export const searchPrefix = '_search_'

/** The type of a key, or of `id`. */
export function typeOf(table: Table, column: string): KeyType {
  return (column === 'id' ? undefined : table.plan.keys[column]) ?? 'text'
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
