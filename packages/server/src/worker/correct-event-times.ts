import { events } from '../collections/event.ts'
import { workPerTick } from '../limits/bounds.ts'
import { largestSkewMs } from '../services/check-clock.ts'
import type { Services } from '../services/services.ts'

const longestLeaseMs = 30_000

/** Finds events that a server with a fast clock has dated far into the future, and makes them due now. */
export async function correctEventTimes(services: Services): Promise<void> {
  const { store, clock, payloadDelayMs, checkClock } = services
  const now = clock.now()
  // If all clocks agree, no event is due after the end of a new lease or of the payload delay.
  const latestDueAt = now + Math.max(payloadDelayMs, longestLeaseMs) + largestSkewMs
  const where = [{ column: 'due_at', op: 'gt', value: latestDueAt } as const]
  const [first] = await events.list(store, { index: 'events_due', where, dir: 'desc', limit: 1 })
  if (!first) return
  checkClock(first.columns.workspace, first.columns.due_at ?? latestDueAt)
  const query = { in: events.plan.name, where, limit: workPerTick }
  while ((await store.updateMany(query, { set: { due_at: now, lease: null } })).more);
}
