import { collections } from '../collections/all-collections.ts'
import { rowsPerBulkWrite } from '../limits/bounds.ts'
import type { Services } from '../services/services.ts'

// A sweep removes at most this many batches of a collection, because `tick` and `stop` wait for its end.
const mostBatches = 1_000

/** Removes rows that are past their retention, in batches, and returns how many. */
export async function removeOldRows(
  { store }: Pick<Services, 'store'>,
  now: number,
): Promise<number> {
  let removed = 0
  for (const { plan } of collections) {
    if (typeof plan.retention === 'string') continue
    const { by, from } = plan.retention
    const query = {
      in: plan.name,
      where: [{ column: by, op: 'lt', value: from(now) } as const],
      limit: rowsPerBulkWrite,
    }
    for (let batch = 0; batch < mostBatches; batch++) {
      const { changed, more } = await store.deleteMany(query)
      removed += changed
      if (!more) break
    }
  }
  return removed
}
