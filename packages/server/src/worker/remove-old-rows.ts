import { collections } from '../collections/all-collections.ts'
import { workPerTick } from '../limits/bounds.ts'
import type { Services } from '../services/services.ts'

// If more is left, the next sweep continues a minute later, so that due work does not wait.
const mostSteps = 200

/** Removes rows that are past their retention, in bounded steps, and returns how many. */
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
      limit: workPerTick,
    }
    for (let step = 0; step < mostSteps; step++) {
      const { changed, more } = await store.deleteMany(query)
      removed += changed
      if (!more) break
    }
  }
  return removed
}
