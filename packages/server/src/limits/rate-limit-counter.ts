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
} from './reserved-points.ts'

/** A window of a rate limit, in which requests are counted. */
export interface RateWindow {
  readonly name: string
  readonly limit: number
}

/**
 * Counts requests against windows in the store. All processes together never let more requests pass than
 * the limit. Once each process has returned the points that it reserved, they let exactly as many
 * requests pass as the limit allows.
 */
export type RateLimitCounter = ReturnType<typeof createRateLimitCounter>

type PendingRequest = PromiseWithResolvers<ConsumeResult>

/** A window that this process counts in, and its reservation. */
interface WindowCount extends Reservation {
  readonly window: RateWindow
  readonly waiting: PendingRequest[]
  isRunning: boolean
}

/** How often unneeded points are returned, and how long a count from the store is used. */
const reservedMs = 1_000

export function createRateLimitCounter(
  store: Pick<Store, 'consume'>,
  clock: Clock,
  windowMs: number,
) {
  const counts = new Map<string, WindowCount>()
  const nameOf = ({ name, limit }: RateWindow) => `${limit} ${name}`
  const isOpen = (reservation: Reservation) => isOpenWindow(reservation, clock.now(), windowMs)
  const isFresh = (reservation: Reservation) =>
    clock.now() < reservation.askedAt + reservedMs && isOpen(reservation)
  const consume = ({ name, limit }: RateWindow, points: number, resetAt?: number) =>
    store.consume({ key: name, limit, windowMs, now: clock.now(), points, resetAt })
  let stop: (() => void) | undefined
  let returning: Promise<void> = Promise.resolve()

  function countOf(window: RateWindow): WindowCount {
    const name = nameOf(window)
    const known = counts.get(name)
    if (known) return known
    const count: WindowCount = { ...newReservation(), window, waiting: [], isRunning: false }
    counts.set(name, count)
    stop ??= clock.after(reservedMs, everySecond)
    return count
  }

  function passAll(count: WindowCount, waiting: PendingRequest[]): void {
    while (count.left > 0 && waiting.length > 0) waiting.shift()?.resolve(pass(count))
  }

  /** Lets as many requests pass as fit, in order, and refuses the rest. */
  async function countAll(count: WindowCount, waiting: PendingRequest[]): Promise<void> {
    const { window } = count
    let mayReserve = true
    let most = Number.POSITIVE_INFINITY
    if (isFresh(count)) passAll(count, waiting)
    while (waiting.length > 0) {
      if (!isOpen(count)) release(count, count.left)
      const needed = Math.min(most, Math.max(0, waiting.length - count.left))
      const reserve = mayReserve ? pointsToReserve(count, window.limit, waiting.length) : null
      const points = reserve?.points ?? needed
      const limit = reserve?.limit ?? window.limit
      const askedAt = clock.now()
      const result = await consume({ ...window, limit }, points)
      note(count, points, result, askedAt)
      passAll(count, waiting)
      most = Number.POSITIVE_INFINITY
      if (result.allowed) continue
      if (reserve) {
        mayReserve = false
      } else if (result.count < window.limit) {
        most = Math.max(1, Math.min(points - 1, window.limit - result.count))
      } else {
        for (const { resolve } of waiting.splice(0)) resolve(result)
      }
    }
  }

  async function run(count: WindowCount): Promise<void> {
    count.isRunning = true
    await setImmediate()
    while (count.waiting.length > 0) {
      const waiting = count.waiting.splice(0)
      await countAll(count, waiting).catch((error) => {
        for (const { reject } of waiting) reject(error)
      })
    }
    count.isRunning = false
  }

  /** Returns reserved points to the store. If that fails, they are lost until their window ends. */
  function returnPoints(all: readonly (readonly [WindowCount, number])[]): Promise<void> {
    const calls = all
      .filter(([count, points]) => points > 0 && isOpen(count))
      .map(([count, points]) => {
        release(count, points)
        return [count.window, -points, count.resetAt] as const
      })
    returning = returning.then(async () => {
      // The calls run one at a time, so that requests do not wait behind hundreds of them.
      for (const call of calls) await consume(...call).catch(() => {})
    })
    return returning
  }

  /** Returns points that exceed the requests of the last second, and forgets windows without requests. */
  function everySecond(): void {
    void returnPoints([...counts.values()].map((count) => [count, count.left - count.passed]))
    for (const [name, count] of counts) {
      if (count.passed === 0 && !count.isRunning) counts.delete(name)
      beginSecond(count)
    }
    stop = counts.size > 0 ? clock.after(reservedMs, everySecond) : undefined
  }

  return {
    /**
     * Counts one request. Requests of one window that arrive in the same tick, or while others are being
     * counted, share one write. That write can also reserve points for later requests.
     */
    async count(window: RateWindow): Promise<ConsumeResult> {
      const count = countOf(window)
      const { isRunning, left } = count
      if (!isRunning && left > 0 && isFresh(count)) return pass(count)
      const request: PendingRequest = Promise.withResolvers()
      count.waiting.push(request)
      if (!isRunning) void run(count)
      return request.promise
    },
    /**
     * Uncounts a request that must not count in this window: it is refused for another reason, or the
     * plan has changed.
     */
    async uncount(window: RateWindow, { allowed, resetAt }: ConsumeResult): Promise<void> {
      if (allowed) await consume(window, -1, resetAt)
    },
    /** Reads the state of a window, and counts nothing. */
    async look(window: RateWindow): Promise<ConsumeResult> {
      const result = await consume(window, 0)
      const own = counts.get(nameOf(window))
      return own?.resetAt === result.resetAt
        ? { ...result, count: result.count - own.left }
        : result
    },
    /** Gives all reserved points back to the store. */
    async close(): Promise<void> {
      stop?.()
      await returnPoints([...counts.values()].map((count) => [count, count.left]))
    },
  }
}
