import type { Clock } from '../attempt/clock.ts'
import type { LogRecord } from '../attempt/logger.ts'

/** How often a long wait is reported. */
const everyMs = 10_000

/**
 * Creates the reporter of one wait for the budget of an API key. It reports the start and the end of the
 * wait and, every ten seconds, how much longer it lasts.
 */
export function createBudgetWaitReporter(
  clock: Clock,
  report: (wait: Pick<LogRecord, 'message' | 'durationMs' | 'delayMs'>) => void,
) {
  let startedAt: number | undefined
  let readyAt = 0
  let waiting = 0
  let timer: unknown

  function reportWait() {
    const now = clock.now()
    const delayMs = Math.max(0, readyAt - now)
    const durationMs = now - (startedAt ?? now)
    const message = `waits for the budget of the API key, ${Math.ceil(delayMs / 1_000)} s more; calls that wait: ${waiting}`
    if (delayMs > 0) report({ message, durationMs, delayMs })
    timer = clock.setTimeout(reportWait, everyMs, 'limit')
  }

  return {
    /** Begins or updates the wait: the window ends after `delayMs`, and `count` calls wait. */
    update(delayMs: number, count: number) {
      readyAt = clock.now() + delayMs
      waiting = count
      if (startedAt !== undefined) return
      startedAt = clock.now()
      reportWait()
    },
    /** Ends the wait, if one has begun. */
    end() {
      if (startedAt === undefined) return
      clock.clearTimeout(timer)
      const durationMs = clock.now() - startedAt
      startedAt = undefined
      const message = `waited ${Math.round(durationMs / 1_000)} s for the budget of the API key`
      report({ message, durationMs })
    },
  }
}
