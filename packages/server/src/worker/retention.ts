import { collections } from '../collections/all-collections.ts'
import { workPerRound } from '../kit/bounds.ts'
import type { Services } from '../kit/services.ts'

// A long way behind, it goes on a minute later: what is due must not wait for all of it.
const mostSteps = 200

/** Removes what is older than its collection keeps, in bounded steps. */
export async function forgetOld({ store }: Pick<Services, 'store'>, now: number): Promise<void> {
  for (const { plan } of collections) {
    if (typeof plan.retention === 'string') continue
    const { by, from } = plan.retention
    const query = {
      in: plan.name,
      where: [{ key: by, op: 'lt', value: from(now) } as const],
      limit: workPerRound,
    }
    for (let step = 0; step < mostSteps; step++) {
      if (!(await store.deleteMany(query)).more) break
    }
  }
}
