import { setImmediate } from 'node:timers/promises'
import type { Clock as ServerClock } from '@doorkit/server'
import type { Clock as ClientClock } from '../attempt/clock.ts'
import { DoorkitError } from '../errors/doorkit-error.ts'
import { createManualTimers, type Timer } from './test-clock-timers.ts'

/** The one clock of a test workspace: the client, the server and its webhooks go by it. */
export interface TestClock extends ClientClock, ServerClock {
  /** Milliseconds since the epoch. Pass it where a `now` is taken, to `verifyWebhook` for example. */
  now(): number
  /** The waits that clients began between attempts, in milliseconds. */
  readonly waits: readonly number[]
  /**
   * Moves time forward, and lets everything happen that falls due: waits and time limits of
   * clients, webhooks with their retries, the grading of conversations that went quiet. Resolves
   * when all of it is done; rejects with what the receiver of webhooks threw.
   */
  advance(milliseconds: number): Promise<void>
  /** Lets everything happen that is due already, and moves no time. */
  settle(): Promise<void>
}

/** The parts of the world that the clock moves. */
export interface TestClockWorld {
  /** Whether clients pass their waits by themselves. */
  readonly skipsWaits: boolean
  /** Whether a request is being answered. */
  readonly isBusy: () => boolean
  /** Does what is due on the server. */
  readonly work: () => Promise<unknown>
  /** When something falls due on the server; undefined when nothing will. */
  readonly nextDueAt: () => Promise<number | undefined>
}

/** A {@link TestClock}, as the fake server holds it. */
export interface DrivenClock extends TestClock {
  /** Waits for time to pass; skipped like the waits of clients. */
  pause(milliseconds: number): Promise<void>
  /** Moves time on until a signal is aborted: what a server does to a client it never answers. */
  passUntil(signal: AbortSignal): Promise<void>
}

// Taken now: the fake timers of a test runner replace it later, and stand still.
const nextTurn = setImmediate

/** Turns of the event loop without a request after which everything has run. */
const idleTurns = 3

/** Turns after which a request counts as stuck: one that waits for time to pass, for instance. */
const mostTurns = 200

/** Makes a clock that stands at `startsAt`, in milliseconds since the epoch. */
export function createTestClock(startsAt: number, world: TestClockWorld): DrivenClock {
  const timers = createManualTimers(startsAt)
  const waits: number[] = []
  let skipping = false

  /** Lets everything run that needs no time to pass. */
  async function quiet() {
    for (let idle = 0, turns = 0; idle < idleTurns && turns < mostTurns; turns++) {
      await nextTurn()
      idle = world.isBusy() ? 0 : idle + 1
    }
  }

  function wait(wake: () => void, delayMs: number): Timer {
    if (world.skipsWaits) void passWaits()
    return timers.set(delayMs, wake, true)
  }

  async function passWaits() {
    if (skipping) return
    skipping = true
    for (;;) {
      await quiet()
      const at = timers.nextAt(({ isWait }) => isWait)
      if (at === undefined) break
      timers.jump(at)
    }
    skipping = false
  }

  async function advanceTo(end: number) {
    for (;;) {
      await world.work()
      await quiet()
      const timerAt = timers.nextAt() ?? Number.POSITIVE_INFINITY
      const at = Math.min(timerAt, (await world.nextDueAt()) ?? Number.POSITIVE_INFINITY)
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
        throw new DoorkitError('invalid_argument', 'advance takes milliseconds, 0 or more')
      }
      await advanceTo(timers.now() + milliseconds)
    },
    settle: () => advanceTo(timers.now()),
    pause: (milliseconds) => new Promise((resolve) => wait(resolve, milliseconds)),
    async passUntil(signal) {
      for (;;) {
        await quiet()
        const at = timers.nextAt()
        if (signal.aborted || at === undefined) return
        timers.jump(at)
      }
    },
  }
}
