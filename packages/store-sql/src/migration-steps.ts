import { StoreError } from '@doorkit/store'
import type { SqlDialect } from './dialect.ts'
import type { ExistingSchema } from './existing-schema.ts'
import type { ColumnOfTable } from './fill-column.ts'
import type { SqlContext } from './sql-context.ts'
import { quote, type Table, type TableIndex } from './table.ts'
import { searchPrefix } from './to-table.ts'

/** The statements that make a database fit the plan, in three phases. */
export interface MissingStatements {
  /**
   * First, in one transaction: new tables with their indexes, new columns, new full-text indexes, and
   * the version of the schema.
   */
  readonly first: readonly string[]
  /**
   * Then, each by itself, and while others write if the database allows it: new indexes of existing
   * tables.
   */
  readonly later: readonly string[]
  /** Last, while others write: columns that have no value in some rows. */
  readonly toFill: readonly ColumnOfTable[]
}

/** A schema plan, with the tables of its collections. */
export interface PlannedSchema {
  readonly tables: readonly Table[]
  readonly version: number
}

/**
 * The statements that make a database fit a plan. They never remove what an earlier plan declared.
 *
 * @throws {StoreError} `newer_database` if the database has a later version of the schema, and
 * `invalid_query` if something exists with a different declaration.
 */
export function missingStatements(
  { dialect, internal }: Pick<SqlContext, 'dialect' | 'internal'>,
  { tables, version }: PlannedSchema,
  existing: ExistingSchema,
): MissingStatements {
  const { schema } = existing
  if (schema && schema.version > version) {
    throw new StoreError(
      'newer_database',
      `The database has version ${schema.version} of the schema, but this program knows only version ${version}. Run the release that migrated the database, or a later one.`,
    )
  }
  const internalTables = schema
    ? []
    : [
        ...dialect.createInternalTables(internal),
        `insert into ${internal.schema} ("name", "version", "token", "until") values ('schema', ${version}, 0, 0)`,
      ]
  const isOlder = schema !== null && schema.version < version
  return {
    first: [
      ...internalTables,
      ...(dialect.receipts && !existing.tables.has(internal.receiptName)
        ? dialect.receipts.create(internal)
        : []),
      ...tables.flatMap((table) => {
        const columns = existing.tables.get(table.name)
        return [
          ...(columns
            ? missingColumns(dialect, table, columns, existing)
            : createTable(dialect, table)),
          ...(table.search && !columns?.has(table.search.column)
            ? dialect.createSearch(table, table.search)
            : []),
          ...(table.vector && !columns?.has(table.vector.column)
            ? table.vector.statements.addColumn(table, table.vector)
            : []),
        ]
      }),
      ...(isOlder ? [`update ${internal.schema} set "version" = ${version}`] : []),
    ],
    later: tables
      .filter(({ name }) => existing.tables.has(name))
      .flatMap((table) => missingIndexes(dialect, table, existing)),
    toFill: tables.flatMap((table) => {
      const columns = existing.tables.get(table.name)
      const unfilled = table.derived.filter(
        ({ column, unfilled }) =>
          columns && (!columns.has(column) || existing.unfilled.has(unfilled)),
      )
      return unfilled.map((column) => ({ table, column }))
    }),
  }
}

function createTable(dialect: SqlDialect, table: Table): string[] {
  return [
    ...dialect.createTable(table),
    ...table.indexes.map((index) => createIndex('index', table, index)),
  ]
}

function createIndex(
  indexKeyword: string,
  table: Table,
  { plan, name, columns }: TableIndex,
): string {
  const unique = plan.unique ? 'unique ' : ''
  return `create ${unique}${indexKeyword} if not exists ${quote(name)} on ${table.sql} (${columns.map(quote).join(', ')})`
}

function missingColumns(
  dialect: SqlDialect,
  table: Table,
  columns: ReadonlyMap<string, string>,
  { indexes }: ExistingSchema,
): string[] {
  const identity = indexes.get(table.primaryKey)?.columns
  if (identity?.join() !== table.identity.join()) refuse(`partition of ${table.plan.name}`)
  const statements: string[] = []
  for (const [column, type] of table.columns) {
    const existing = columns.get(column)
    if (existing === undefined) statements.push(...dialect.addColumn(table, column, type))
    else if (existing !== type) refuse(`column ${table.plan.name}.${column}`)
  }
  const searched = [...columns.keys()].find((column) => column.startsWith(searchPrefix))
  if (searched !== undefined && searched !== table.search?.column) {
    refuse(`search column of ${table.plan.name}`)
  }
  if (searched === undefined && table.search) {
    statements.push(...dialect.addSearchColumn(table, table.search))
  }
  return statements
}

function missingIndexes(dialect: SqlDialect, table: Table, { indexes }: ExistingSchema): string[] {
  return table.indexes.flatMap((index) => {
    const existing = indexes.get(index.name)
    const creation = createIndex(dialect.indexLater, table, index)
    if (!existing) return [creation]
    if (!existing.isValid) {
      return [`drop ${dialect.indexLater} if exists ${quote(index.name)}`, creation]
    }
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
    `The ${what} was created with another declaration. Keep the old declaration, or declare a new collection, column or index under a new name.`,
  )
}
