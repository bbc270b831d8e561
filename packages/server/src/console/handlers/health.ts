import { toTimestamp } from '@doorkit/models'
import { firstDueAt } from '../../worker/claim-work.ts'
import type { Step } from '../../worker/step.ts'
import type { ConsoleHandlers } from './console-handlers.ts'

export const health = (steps: Readonly<Record<string, Step>>): ConsoleHandlers['health'] => ({
  async get(_input, { store, clock }) {
    const begun = performance.now()
    await store.ping()
    const latency_ms = Math.round((performance.now() - begun) * 10) / 10
    const now = clock.now()
    const work = await Promise.all(
      Object.entries(steps).map(async ([name, step]) => {
        const dueAt = await firstDueAt(store, step, [{ column: 'due_at', op: 'lte', value: now }])
        return { name, waiting_since: dueAt > now ? null : toTimestamp(dueAt) }
      }),
    )
    return { object: 'health', store: { latency_ms }, work, checked_at: toTimestamp(now) }
  },
})
