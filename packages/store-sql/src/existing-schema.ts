import { hasUnfilled } from './fill-column.ts'
import type { SqlContext } from './sql-context.ts'
import type { Table } from './table.ts'

/** The tables, columns and indexes of a database under the prefix of a store. */
export type ExistingSchema = Readonly<Awaited<ReturnType<typeof inspectSchema>>>

/**
 * Reads which tables, columns and indexes exist, which derived columns lack values in some rows, and the
 * version and lease of the schema.
 */
export async function inspectSchema(
  context: SqlContext,
  prefix: string,
  planned: readonly Table[],
) {
  const { dialect, internal, read } = context
  const columns = await read('columns', dialect.inspectColumns(prefix))
  const indexes = await read('indexes', dialect.inspectIndexes(prefix))

  // The types of columns, by table and column.
  const tables = new Map<string, Map<string, string>>()
  for (const [table, column, type] of columns) {
    const known = tables.get(String(table)) ?? new Map<string, string>()
    tables.set(String(table), known.set(String(column), String(type)))
  }
  const found = new Map<string, ExistingIndex>()
  for (const [name, unique, column, valid] of indexes) {
    const index = found.get(String(name)) ?? {
      isUnique: Boolean(Number(unique)),
      isValid: Boolean(Number(valid)),
      columns: [],
    }
    index.columns.push(String(column))
    found.set(String(name), index)
  }
  // The names of the `unfilled` indexes of derived columns that have no value in some rows.
  const unfilled = new Set<string>()
  for (const table of planned) {
    for (const column of table.derived) {
      if (!tables.get(table.name)?.has(column.column)) continue
      if (await hasUnfilled(context, { table, column })) unfilled.add(column.unfilled)
    }
  }
  const isNew = !tables.has(internal.migrationName)
  return { tables, indexes: found, unfilled, schema: isNew ? null : await readSchema(context) }
}

interface ExistingIndex {
  readonly isUnique: boolean
  /** False if its creation was interrupted. */
  readonly isValid: boolean
  readonly columns: string[]
}

/** The version of the schema, and when the lease of a migrating process ends; null without a lease. */
async function readSchema({ dialect, internal, read }: SqlContext) {
  const until = `case when "until" > ${dialect.nowMs} then "until" end`
  const look = { sql: `select "version", ${until} from ${internal.schema}`, params: [] }
  const [[version, leasedUntil] = []] = await read('schema', look)
  return {
    version: Number(version),
    leasedUntil: leasedUntil === null ? null : Number(leasedUntil),
  }
}
