import type { NearestQuery, NearestRow } from '@doorkit/store'
import { decodeText } from './column-text.ts'
import type { SqlContext } from './sql-context.ts'
import { partitionOf, whereAll } from './sql-fragment.ts'
import type { VectorStatements } from './table.ts'

/** The statements for vectors, if the database supports vectors. */
export async function findVectorStatements({
  dialect: { vectors },
  read,
}: SqlContext): Promise<VectorStatements | undefined> {
  if (!vectors) return undefined
  const [row] = await read('vectors', vectors.find)
  return row && vectors.statementsIn(String(row[0]))
}

/**
 * Finds the rows with the nearest vectors; null if the collection has no vectors or the database does
 * not support them.
 */
export async function nearestRows(
  { read, table: toTable }: SqlContext,
  { in: name, where, vector, limit }: NearestQuery,
): Promise<NearestRow[] | null> {
  const table = toTable(name)
  if (!table.vector) return null
  const parts = { table, where: whereAll(table, where), vector, limit }
  const nearest = table.vector.statements.nearest(table.vector, parts)
  const rows = await read(`nearest_${name}`, nearest, partitionOf(table, where))
  return rows.map(([id, similarity]) => {
    return { id: decodeText(String(id)), similarity: Number(similarity) }
  })
}
