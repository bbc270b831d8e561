import { setImmediate } from 'node:timers/promises'
import type { Clock as ServerClock } from '@doorkit/server'
import type { Clock as ClientClock } from '../attempt/clock.ts'
import { DoorkitError } from '../errors/doorkit-error.ts'
import { createManualTimers, type Timer } from './manual-timers.ts'

/** The clock of a test workspace, shared by the client, the server and its webhooks. */
export interface TestClock extends ClientClock, ServerClock {
  /** Milliseconds since the epoch. Pass it as a `now` option, for example to `verifyWebhook`. */
  now(): number
  /** The delays of the timers that clients have set to wait before attempts, in milliseconds. */
  readonly waits: readonly number[]
  /**
   * Moves time forward, and runs everything that becomes due: waits and time limits of clients,
   * webhooks with their retries, the grading of quiet conversations. Resolves when all of it is done.
   * Rejects with an error that the receiver of webhooks threw.
   */
  advance(milliseconds: number): Promise<void>
  /** Runs everything that is already due, without moving time. */
  settle(): Promise<void>
}

/** A setting of the clock, and the functions through which it observes the server and runs its work. */
export interface TestClockHooks {
  /** Whether the clock skips the waits of clients. */
  readonly skipsWaits: boolean
  /** Whether the server kit is handling a request. */
  readonly isBusy: () => boolean
  /** Runs the work that is due on the server. */
  readonly work: () => Promise<unknown>
  /** When something is next due on the server; undefined if nothing is. */
  readonly nextDueAt: () => Promise<number | undefined>
}

/** A {@link TestClock} with the methods that the fake network uses. */
export interface FakeServerClock extends TestClock {
  /** Delays an answer, for the fault `delay`. The clock skips this wait if it skips the waits of clients. */
  pause(milliseconds: number): Promise<void>
  /** Moves time until a signal is aborted or no timer is left, so that a client gives up a request. */
  passUntil(signal: AbortSignal): Promise<void>
}

// The function is captured now, because the fake timers of a test runner may replace it later.
const waitForTick = setImmediate

/** After this many ticks of the event loop without a request, everything has run. */
const idleTicks = 3

/** After this many ticks, a request counts as stuck, for example because it waits for time to pass. */
const maxTicks = 200

/** Creates a clock that starts at `startsAt`, in milliseconds since the epoch. */
export function createTestClock(startsAt: number, hooks: TestClockHooks): FakeServerClock {
  const timers = createManualTimers(startsAt)
  const waits: number[] = []
  let isSkipping = false

  /** Waits until everything has run that needs no time to pass. */
  async function runReady() {
    for (let idle = 0, ticks = 0; idle < idleTicks && ticks < maxTicks; ticks++) {
      await waitForTick()
      idle = hooks.isBusy() ? 0 : idle + 1
    }
  }

  function wait(wake: () => void, delayMs: number): Timer {
    if (hooks.skipsWaits) void skipPendingWaits()
    return timers.set(delayMs, wake, true)
  }

  async function skipPendingWaits() {
    if (isSkipping) return
    isSkipping = true
    for (;;) {
      await runReady()
      const at = timers.nextAt(({ isWait }) => isWait)
      if (at === undefined) break
      timers.jump(at)
    }
    isSkipping = false
  }

  async function advanceTo(end: number) {
    for (;;) {
      await hooks.work()
      await runReady()
      const timerAt = timers.nextAt() ?? Number.POSITIVE_INFINITY
      const at = Math.min(timerAt, (await hooks.nextDueAt()) ?? Number.POSITIVE_INFINITY)
      if (at > end) break
      timers.jump(at)
    }
    timers.jump(end)
  }

  return {
    waits,
    now: timers.now,
    setTimeout(callback, delayMs, purpose) {
      if (purpose === 'limit') return timers.set(delayMs, callback)
      waits.push(delayMs)
      return wait(callback, delayMs)
    },
    clearTimeout: (timer) => timers.cancel(timer as Timer),
    after(delayMs, wake) {
      const timer = timers.set(delayMs, wake)
      return () => timers.cancel(timer)
    },
    async advance(milliseconds) {
      if (!(milliseconds >= 0 && milliseconds < Number.POSITIVE_INFINITY)) {
        throw new DoorkitError('invalid_argument', 'advance needs milliseconds, 0 or more')
      }
      await advanceTo(timers.now() + milliseconds)
    },
    settle: () => advanceTo(timers.now()),
    pause: (milliseconds) => new Promise((resolve) => wait(resolve, milliseconds)),
    async passUntil(signal) {
      for (;;) {
        await runReady()
        const at = timers.nextAt()
        if (signal.aborted || at === undefined) return
        timers.jump(at)
      }
    },
  }
}
