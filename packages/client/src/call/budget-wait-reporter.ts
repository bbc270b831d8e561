import type { Clock } from '../attempt/clock.ts'

/** How often a long wait is reported. */
const everyMs = 10_000

/** One report of a wait for the budget of an API key. */
export interface BudgetWaitReport {
  /** How many calls wait and for how long, or that the wait is over. */
  readonly message: string
  /** How long the wait has lasted. */
  readonly durationMs: number
  /** How much longer the wait will last; absent at its end. */
  readonly delayMs?: number | undefined
}

/** Reports one wait: at its start, every ten seconds, and at its end. */
export interface BudgetWaitReporter {
  /** Records how long it is until the window of the budget ends, and how many calls wait. */
  update(delayMs: number, waiting: number): void
  /** Ends the wait, if one has begun. */
  end(): void
}

/** Creates the reporter of a wait that has not begun. */
export function createBudgetWaitReporter(
  clock: Clock,
  report: (wait: BudgetWaitReport) => void,
): BudgetWaitReporter {
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
    update(delayMs, count) {
      readyAt = clock.now() + delayMs
      waiting = count
      if (startedAt !== undefined) return
      startedAt = clock.now()
      reportWait()
    },
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
