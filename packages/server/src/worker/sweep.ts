import type { StepReport } from '../ports/step-report.ts'
import type { Services } from '../services/services.ts'
import { correctEventTimes } from './correct-event-times.ts'
import { removeOldRows } from './remove-old-rows.ts'

/** Removes rows that are past the host's own retention, and returns how many. */
export type RemoveHostRows = (services: Services, now: number) => Promise<number>

const sweepEveryMs = 60_000

/**
 * Creates the sweep of a worker: once a minute, it corrects the times of events and removes old rows. It
 * runs in parallel with other work, because a busy worker never pauses.
 */
export function createSweep(removeHostRows?: RemoveHostRows) {
  let startedAt = Number.NEGATIVE_INFINITY
  let running: Promise<void> | null = null

  async function run(services: Services, now: number): Promise<void> {
    const ownServices = { ...services, store: services.fairStore('') }
    let rows = 0
    let outcome: StepReport['outcome'] = 'failed'
    try {
      await correctEventTimes(ownServices)
      rows += await removeOldRows(ownServices, now)
      rows += (await removeHostRows?.(ownServices, now)) ?? 0
      outcome = 'done'
    } catch (error) {
      const problem =
        'Old rows could not be removed, or the times of events could not be corrected.'
      services.logger.error({ error }, problem)
    }
    const durationMs = services.clock.now() - now
    services.onStep?.({ at: now, step: 'sweep', workspace: null, outcome, rows, durationMs })
  }

  return {
    /** Starts the sweep, unless it is running or the last one began less than a minute ago. */
    start(services: Services, onEnd: () => void): void {
      const now = services.clock.now()
      // After the clock was set back, the time of the last sweep may be later than now.
      if (running || (now >= startedAt && now - startedAt < sweepEveryMs)) return
      startedAt = now
      running = run(services, now).finally(() => {
        running = null
        onEnd()
      })
    },
    /** Waits until the running sweep, if any, has ended. */
    async ended(): Promise<void> {
      await running
    },
  }
}
