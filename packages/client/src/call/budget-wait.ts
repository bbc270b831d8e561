import type { Clock } from '../attempt/clock.ts'

/** How often a wait that lasts is reported. */
const everyMs = 10_000

/** A wait for the budget of a key, as it is reported. */
export interface BudgetWait {
  /** In words: how many wait and for how long, or that the wait is over. */
  readonly message: string
  /** How long the wait has lasted. */
  readonly durationMs: number
  /** How long it will last from here on; absent at its end. */
  readonly delayMs?: number | undefined
}

/** Reports one wait: when it begins, every ten seconds, and when it ends. */
export interface WaitReport {
  /** Learns when the window of the budget ends, in milliseconds from now, and how many wait. */
  waits(delayMs: number, waiting: number): void
  /** Ends it; does nothing where no wait has begun. */
  end(): void
}

/** Makes the report of a wait that may begin. */
export function createWaitReport(clock: Clock, report: (wait: BudgetWait) => void): WaitReport {
  let startedAt: number | undefined
  let readyAt = 0
  let waiting = 0
  let timer: unknown

  function tell() {
    const now = clock.now()
    const delayMs = Math.max(0, readyAt - now)
    const durationMs = now - (startedAt ?? now)
    const message = `waits for the budget of the key, ${Math.ceil(delayMs / 1_000)} s more; calls that wait: ${waiting}`
    // At its end there is nothing left to wait for.
    if (delayMs > 0) report({ message, durationMs, delayMs })
    timer = clock.setTimeout(tell, everyMs, 'limit')
  }

  return {
    waits(delayMs, count) {
      readyAt = clock.now() + delayMs
      waiting = count
      if (startedAt !== undefined) return
      startedAt = clock.now()
      tell()
    },
    end() {
      if (startedAt === undefined) return
      clock.clearTimeout(timer)
      const durationMs = clock.now() - startedAt
      startedAt = undefined
      const message = `waited ${Math.round(durationMs / 1_000)} s for the budget of the key`
      report({ message, durationMs })
    },
  }
}
