import type { SqlContext } from './context.ts'

/** The tables, columns and indexes of a database under the prefix of a store. */
export interface Existing {
  /** Types of columns, by table and column. */
  readonly tables: ReadonlyMap<string, ReadonlyMap<string, string>>
  readonly indexes: ReadonlyMap<string, ExistingIndex>
}

/** An index as it is in the database. */
interface ExistingIndex {
  readonly isUnique: boolean
  readonly columns: readonly string[]
}

/** Reads what tables, columns and indexes are there. */
export async function inspect(
  { driver, dialect, statement }: SqlContext,
  prefix: string,
): Promise<Existing> {
  const columns = await driver.query(statement('columns', dialect.inspectColumns(prefix)))
  const indexes = await driver.query(statement('indexes', dialect.inspectIndexes(prefix)))

  const tables = new Map<string, Map<string, string>>()
  for (const [table, column, type] of columns.rows) {
    const known = tables.get(String(table)) ?? new Map<string, string>()
    tables.set(String(table), known.set(String(column), String(type)))
  }
  const known = new Map<string, { isUnique: boolean; columns: string[] }>()
  for (const [name, unique, column] of indexes.rows) {
    const index = known.get(String(name)) ?? { isUnique: Boolean(Number(unique)), columns: [] }
    index.columns.push(String(column))
    known.set(String(name), index)
  }
  return { tables, indexes: known }
}
