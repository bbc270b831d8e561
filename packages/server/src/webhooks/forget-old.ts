import { limits } from '@doorkit/models'
import { deliveries } from '../records/delivery.ts'
import { events } from '../records/event.ts'
import { experimentViewers } from '../records/experiment-viewer.ts'
import { idempotency } from '../records/idempotency.ts'
import { recordings } from '../records/recording.ts'
import { requests } from '../records/request.ts'
import type { Services } from '../services.ts'

/** How long a visitor of an opening test is known again: 90 days. */
const viewersKeptMs = 90 * 86_400_000

/** Removes what no reader can see any more, in bounded steps. */
export async function forgetOld({ store }: Services, now: number): Promise<void> {
  const before = (key: string, at: number) => [{ key, op: 'lt', value: at } as const]
  const logFrom = now - limits.eventLogSeconds * 1_000
  const old = [
    { in: idempotency.plan.name, where: before('expires_at', now) },
    { in: deliveries.plan.name, where: before('created_at', logFrom) },
    { in: events.plan.name, where: before('created_at', logFrom) },
    { in: experimentViewers.plan.name, where: before('seen_at', now - viewersKeptMs) },
    { in: recordings.plan.name, where: before('created_at', logFrom) },
    { in: requests.plan.name, where: before('at', now - limits.requestLogSeconds * 1_000) },
  ]
  for (const query of old) {
    while ((await store.deleteMany({ ...query, limit: 500 })).more);
  }
}
