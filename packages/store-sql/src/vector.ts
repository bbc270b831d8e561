import type { NearestQuery, NearestRow } from '@doorkit/store'
import { decodeText } from './column-text.ts'
import type { SqlContext } from './sql-context.ts'
import { partitionOf, whereAll } from './sql-fragment.ts'
import type { VectorStatements } from './table.ts'

/** Looks whether the database has vectors, and returns the statements for them. */
export async function findVectors({
  driver,
  dialect,
  statement,
}: SqlContext): Promise<VectorStatements | undefined> {
  const { vectors } = dialect
  if (!vectors) return undefined
  const { rows } = await driver.query({ ...statement('vectors', vectors.find), reads: true })
  return rows[0] && vectors.statementsIn(String(rows[0][0]))
}

/** Finds the rows with the nearest vectors; null if the database has no vectors. */
export async function nearestRows(
  { driver, statement, table: toTable }: SqlContext,
  { in: name, where, vector, limit }: NearestQuery,
): Promise<NearestRow[] | null> {
  const table = toTable(name)
  if (!table.vector) return null
  const parts = { table, where: whereAll(table, where), vector, limit }
  const nearest = table.vector.statements.nearest(table.vector, parts)
  const read = { ...statement(`nearest_${name}`, nearest), reads: true }
  const { rows } = await driver.query(read, partitionOf(table, where))
  return rows.map(([id, similarity]) => {
    return { id: decodeText(String(id)), similarity: Number(similarity) }
  })
}
