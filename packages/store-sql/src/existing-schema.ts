import type { SqlContext } from './context.ts'

/** The tables, columns and indexes of a database under the prefix of a store. */
export interface Existing {
  /** Types of columns, by table and column. */
  readonly tables: ReadonlyMap<string, ReadonlyMap<string, string>>
  readonly indexes: ReadonlyMap<string, ExistingIndex>
  /** Null before the first migration. */
  readonly schema: ExistingSchema | null
}

/** The version and the lease that a database keeps of its migrations. */
export interface ExistingSchema {
  /** The greatest version of a plan that it was brought to. */
  readonly version: number
  /** Until when a process that migrates has the lease; null when none has. */
  readonly leasedUntil: number | null
}

/** An index as it is in the database. */
interface ExistingIndex {
  readonly isUnique: boolean
  /** False when it was not created to its end. */
  readonly isValid: boolean
  readonly columns: readonly string[]
}

/** Reads what tables, columns and indexes are there. */
export async function inspect(context: SqlContext, prefix: string): Promise<Existing> {
  const { driver, dialect, internal, statement } = context
  const columns = await driver.query(statement('columns', dialect.inspectColumns(prefix)))
  const indexes = await driver.query(statement('indexes', dialect.inspectIndexes(prefix)))

  const tables = new Map<string, Map<string, string>>()
  for (const [table, column, type] of columns.rows) {
    const known = tables.get(String(table)) ?? new Map<string, string>()
    tables.set(String(table), known.set(String(column), String(type)))
  }
  const known = new Map<string, ExistingIndex & { columns: string[] }>()
  for (const [name, unique, column, valid] of indexes.rows) {
    const index = known.get(String(name)) ?? {
      isUnique: Boolean(Number(unique)),
      isValid: Boolean(Number(valid)),
      columns: [],
    }
    index.columns.push(String(column))
    known.set(String(name), index)
  }
  const isNew = !tables.has(internal.migrationName)
  return { tables, indexes: known, schema: isNew ? null : await readSchema(context) }
}

async function readSchema({ driver, dialect, internal, statement }: SqlContext) {
  const { rows } = await driver.query(
    statement('schema', {
      sql: `select "version", case when "until" > ${dialect.nowMs} then "until" end from ${internal.schema}`,
      params: [],
    }),
  )
  const [version, until] = rows[0] ?? []
  return { version: Number(version), leasedUntil: until === null ? null : Number(until) }
}
