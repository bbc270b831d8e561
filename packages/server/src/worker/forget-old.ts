import { limits } from '@doorkit/models'
import { analyticsDays, analyticsDaysKept, analyticsNames } from '../collections/analytics-day.ts'
import { answerPeople } from '../collections/answer-person.ts'
import { keys } from '../collections/api-key.ts'
import { dayMs } from '../collections/day-ms.ts'
import { deliveries } from '../collections/delivery.ts'
import { events } from '../collections/event.ts'
import { experimentViewers } from '../collections/experiment-viewer.ts'
import { idempotency } from '../collections/idempotency.ts'
import { labelCounts } from '../collections/label-count.ts'
import { firstLinkDay, linkDays } from '../collections/link-day.ts'
import { linkPeople } from '../collections/link-person.ts'
import { addDays, localDay } from '../collections/local-day.ts'
import { recordings } from '../collections/recording.ts'
import { requests } from '../collections/request.ts'
import { rollups } from '../collections/rollup.ts'
import { visits, visitsKeptMs } from '../collections/visit.ts'
import type { Services } from '../kit/services.ts'
import type { BulkQuery } from '../store/index.ts'

/** How long a visitor of an opening test is known again: 90 days. */
const viewersKeptMs = 90 * dayMs

const rowsAtOnce = 1_000
// A long way behind, it goes on a minute later: what is due must not wait for all of it.
const mostSteps = 100

/** Removes what no reader can see any more, in bounded steps. */
export async function forgetOld({ store }: Pick<Services, 'store'>, now: number): Promise<void> {
  for (const query of oldRows(now)) {
    for (let step = 0; step < mostSteps; step++) {
      if (!(await store.deleteMany({ ...query, limit: rowsAtOnce })).more) break
    }
  }
}

function oldRows(now: number): Omit<BulkQuery, 'limit'>[] {
  const before = (key: string, value: number) => [{ key, op: 'lt', value } as const]
  const logFrom = now - limits.eventLogSeconds * 1_000
  const dayFrom = addDays(localDay(now, 'UTC'), 1 - analyticsDaysKept)
  return [
    { in: idempotency.plan.name, where: before('expires_at', now) },
    { in: answerPeople.plan.name, where: before('expires_at', now) },
    // Access tokens alone expire: a secret key is listed for good.
    { in: keys.plan.name, where: before('expires_at', now) },
    { in: deliveries.plan.name, where: before('created_at', logFrom) },
    { in: events.plan.name, where: before('created_at', logFrom) },
    { in: experimentViewers.plan.name, where: before('seen_at', now - viewersKeptMs) },
    { in: recordings.plan.name, where: before('created_at', logFrom) },
    { in: requests.plan.name, where: before('at', now - limits.requestLogSeconds * 1_000) },
    { in: visits.plan.name, where: before('started_at', now - visitsKeptMs) },
    { in: rollups.plan.name, where: before('day', dayFrom) },
    { in: labelCounts.plan.name, where: before('day', dayFrom) },
    { in: analyticsDays.plan.name, where: before('day', dayFrom) },
    { in: analyticsNames.plan.name, where: before('day', dayFrom) },
    { in: linkDays.plan.name, where: before('day', firstLinkDay(now)) },
    { in: linkPeople.plan.name, where: before('day', firstLinkDay(now)) },
  ]
}
