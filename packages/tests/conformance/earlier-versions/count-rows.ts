import { schemaPlan } from '@doorkit/server/internal'
import type { Store } from '@doorkit/store'

/** Counts the rows of each collection. */
export async function countRows(store: Store): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { name } of schemaPlan.collections) {
    const measures = { rows: { op: 'count' } } as const
    const [counted] = await store.aggregate({ in: name, where: [], measures })
    counts[name] = counted?.values.rows ?? 0
  }
  return counts
}

/** Reads every row through every index of its collection, and returns how often it has read a row. */
export async function readEveryRow(store: Store): Promise<number> {
  let rows = 0
  for (const { name, indexes } of schemaPlan.collections) {
    for (const index of indexes) {
      const query = { in: name, index: index.name, where: [], dir: 'asc', limit: 1_000 } as const
      rows += (await store.list(query)).length
    }
  }
  return rows
}
