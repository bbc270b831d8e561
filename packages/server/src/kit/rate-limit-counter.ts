import { setImmediate } from 'node:timers/promises'
import { type ConsumeResult, isOpenWindow, type Store } from '@doorkit/store'
import type { Clock } from '../ports/clock.ts'
import {
  beginSecond,
  newReservation,
  note,
  pass,
  pointsToReserve,
  type Reservation,
  release,
} from './reservation.ts'

/** A window that requests are counted in. */
export interface RateWindow {
  readonly key: string
  readonly limit: number
}

/**
 * Counts requests against windows of the store. No more than the limit of a plan pass, in all
 * processes together, and exactly the limit once each has given back what it took ahead.
 */
export interface RateLimitCounter {
  /**
   * Counts one request. Those of a window that come in one turn of the event loop, or while others
   * are being counted, are counted by one write, which also takes points ahead for later ones.
   */
  count(window: RateWindow): Promise<ConsumeResult>
  /** Takes back a request that was counted, and is refused before it should have been. */
  takeBack(window: RateWindow, counted: ConsumeResult): Promise<void>
  /** How a window stands. */
  look(window: RateWindow): Promise<ConsumeResult>
  /** Gives back all that was taken ahead. */
  close(): Promise<void>
}

/** The options of a {@link RateLimitCounter}. */
export interface RateLimitCounterOptions {
  readonly store: Pick<Store, 'consume'>
  readonly clock: Clock
  readonly windowMs: number
}

/** A request that waits to be counted. */
type Waiting = PromiseWithResolvers<ConsumeResult>

/** A window that this process counts in. */
interface Counting extends Reservation {
  readonly window: RateWindow
  readonly waiting: Waiting[]
  isRunning: boolean
}

/** How long points are held that are not used, and how old a count may be that is told. */
const heldMs = 1_000

/** Makes a {@link RateLimitCounter} for one process. */
export function createRateLimitCounter({
  store,
  clock,
  windowMs,
}: RateLimitCounterOptions): RateLimitCounter {
  const countings = new Map<string, Counting>()
  const nameOf = ({ key, limit }: RateWindow) => `${limit} ${key}`
  const isOpen = (reservation: Reservation) => isOpenWindow(reservation, clock.now(), windowMs)
  const isFresh = (reservation: Reservation) =>
    clock.now() < reservation.askedAt + heldMs && isOpen(reservation)
  const consume = ({ key, limit }: RateWindow, points: number, resetAt?: number) =>
    store.consume({ key, limit, windowMs, now: clock.now(), points, resetAt })
  let stop: (() => void) | undefined
  let givenBack: Promise<void> = Promise.resolve()

  function countingOf(window: RateWindow): Counting {
    const name = nameOf(window)
    const known = countings.get(name)
    if (known) return known
    const begun: Counting = { ...newReservation(), window, waiting: [], isRunning: false }
    countings.set(name, begun)
    stop ??= clock.after(heldMs, everySecond)
    return begun
  }

  function passAll(counting: Counting, waiting: Waiting[]): void {
    while (counting.left > 0 && waiting.length > 0) waiting.shift()?.resolve(pass(counting))
  }

  /** Counts as many as fit, in their order, and refuses the rest. */
  async function countAll(counting: Counting, waiting: Waiting[]): Promise<void> {
    const { window } = counting
    let takesAhead = true
    let most = Number.POSITIVE_INFINITY
    if (isFresh(counting)) passAll(counting, waiting)
    while (waiting.length > 0) {
      if (!isOpen(counting)) release(counting, counting.left)
      const needed = Math.min(most, Math.max(0, waiting.length - counting.left))
      const ahead = takesAhead ? pointsToReserve(counting, window.limit, waiting.length) : null
      const points = ahead?.points ?? needed
      const limit = ahead?.limit ?? window.limit
      const askedAt = clock.now()
      const result = await consume({ ...window, limit }, points)
      note(counting, points, result, askedAt)
      passAll(counting, waiting)
      most = Number.POSITIVE_INFINITY
      if (result.allowed) continue
      if (ahead) {
        takesAhead = false
      } else if (result.count < window.limit) {
        most = Math.max(1, Math.min(points - 1, window.limit - result.count))
      } else {
        for (const { resolve } of waiting.splice(0)) resolve(result)
      }
    }
  }

  async function run(counting: Counting): Promise<void> {
    counting.isRunning = true
    await setImmediate()
    while (counting.waiting.length > 0) {
      const waiting = counting.waiting.splice(0)
      await countAll(counting, waiting).catch((error) => {
        for (const { reject } of waiting) reject(error)
      })
    }
    counting.isRunning = false
  }

  /** Gives back points that a process holds: they are lost with their window where that fails. */
  function giveBack(all: readonly (readonly [Counting, number])[]): Promise<void> {
    const calls = all
      .filter(([counting, points]) => points > 0 && isOpen(counting))
      .map(([counting, points]) => {
        release(counting, points)
        return [counting.window, -points, counting.resetAt] as const
      })
    givenBack = givenBack.then(async () => {
      // One after the other: requests do not wait for hundreds of them.
      for (const call of calls) await consume(...call).catch(() => {})
    })
    return givenBack
  }

  /** Gives back what is more than passed in the last second, and forgets windows without requests. */
  function everySecond(): void {
    void giveBack(
      [...countings.values()].map((counting) => [counting, counting.left - counting.passed]),
    )
    for (const [name, counting] of countings) {
      if (counting.passed === 0 && !counting.isRunning) countings.delete(name)
      beginSecond(counting)
    }
    stop = countings.size > 0 ? clock.after(heldMs, everySecond) : undefined
  }

  return {
    async count(window) {
      const counting = countingOf(window)
      const { isRunning, left } = counting
      if (!isRunning && left > 0 && isFresh(counting)) return pass(counting)
      const waiting: Waiting = Promise.withResolvers()
      counting.waiting.push(waiting)
      if (!isRunning) void run(counting)
      return waiting.promise
    },
    async takeBack(window, { allowed, resetAt }) {
      if (allowed) await consume(window, -1, resetAt)
    },
    async look(window) {
      const result = await consume(window, 0)
      const held = countings.get(nameOf(window))
      return held?.resetAt === result.resetAt
        ? { ...result, count: result.count - held.left }
        : result
    },
    async close() {
      stop?.()
      await giveBack([...countings.values()].map((counting) => [counting, counting.left]))
    },
  }
}
