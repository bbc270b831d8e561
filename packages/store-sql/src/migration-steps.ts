import { StoreError } from '@doorkit/server/store'
import type { SqlDialect } from './dialect.ts'
import type { Existing } from './inspect.ts'
import type { InternalTables } from './internal-tables.ts'
import { searchPrefix, type Table } from './table.ts'

/**
 * The statements that bring a database to a plan. They add and never take away.
 *
 * @throws {StoreError} `invalid_query` when something exists and is declared otherwise.
 */
export function missingStatements(
  dialect: SqlDialect,
  internal: InternalTables,
  tables: readonly Table[],
  existing: Existing,
): string[] {
  const isNew = !existing.tables.has(internal.migrationName)
  return [
    ...(isNew ? dialect.createInternalTables(internal) : []),
    ...tables.flatMap((table) => {
      const columns = existing.tables.get(table.name)
      return [
        ...(columns
          ? missingColumns(dialect, table, columns, existing)
          : dialect.createTable(table)),
        ...missingIndexes(dialect, table, existing),
        ...(table.search && !columns?.has(table.search.column) ? dialect.createSearch(table) : []),
      ]
    }),
  ]
}

function missingColumns(
  dialect: SqlDialect,
  table: Table,
  columns: ReadonlyMap<string, string>,
  { indexes }: Existing,
): string[] {
  const identity = indexes.get(table.primaryKey)?.columns
  if (identity?.join() !== table.identity.join()) refuse(`partition of ${table.plan.name}`)
  const statements: string[] = []
  for (const [key, type] of table.keys) {
    const existing = columns.get(key)
    if (existing === undefined) statements.push(...dialect.addKey(table, key, type))
    else if (existing !== type) refuse(`key ${table.plan.name}.${key}`)
  }
  const searched = [...columns.keys()].find((column) => column.startsWith(searchPrefix))
  if (searched !== undefined && searched !== table.search?.column) {
    refuse(`search of ${table.plan.name}`)
  }
  if (searched === undefined) statements.push(...dialect.addSearchColumn(table))
  return statements
}

function missingIndexes(dialect: SqlDialect, table: Table, { indexes }: Existing): string[] {
  return table.indexes.flatMap((index) => {
    const existing = indexes.get(index.name)
    if (!existing) return [dialect.createIndex(table, index)]
    const isSame =
      existing.isUnique === (index.plan.unique ?? false) &&
      existing.columns.join() === index.columns.join()
    if (!isSame) refuse(`index ${table.plan.name}.${index.plan.name}`)
    return []
  })
}

function refuse(what: string): never {
  throw new StoreError(
    'invalid_query',
    `The ${what} is declared otherwise than it was created. Give the new one a new name.`,
  )
}
