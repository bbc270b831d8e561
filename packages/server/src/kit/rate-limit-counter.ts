import { setImmediate } from 'node:timers/promises'
import type { Clock } from '../ports/clock.ts'
import type { ConsumeResult } from '../store/claim-and-consume.ts'
import { isOpenWindow } from '../store/fixed-windows.ts'
import type { Store } from '../store/port.ts'
import { createBoundedMap } from './bounded-map.ts'

/** A window that requests are counted in. */
export interface RateWindow {
  readonly key: string
  readonly limit: number
}

/**
 * Counts requests against windows of the store. Exactly the limit of a plan passes, in all processes
 * together and whichever of them is killed.
 */
export interface RateLimitCounter {
  /**
   * Counts one request. Those of a window that come in one turn of the event loop, or while others
   * are being counted, are counted by one write. Of a limit of 10,000 and more, points are taken ahead,
   * too: at most a ten-thousandth of it, which is lost with a process that is killed.
   */
  count(window: RateWindow): Promise<ConsumeResult>
  /** Takes back a request that was counted, and is refused before it should have been. */
  takeBack(window: RateWindow, counted: ConsumeResult): Promise<void>
  /** How a window stands. */
  look(window: RateWindow): Promise<ConsumeResult>
}

/** The options of a {@link RateLimitCounter}. */
export interface RateLimitCounterOptions {
  readonly store: Pick<Store, 'consume'>
  readonly clock: Clock
  readonly windowMs: number
}

/** A request that waits to be counted. */
type Waiting = PromiseWithResolvers<ConsumeResult>

/** Points of a window that were taken ahead. */
interface Spare {
  left: number
  /** Points that all processes have taken, these included. */
  readonly count: number
  readonly resetAt: number
}

const partAhead = 10_000
const mostSpares = 10_000

/** Makes a {@link RateLimitCounter} for one process. */
export function createRateLimitCounter({
  store,
  clock,
  windowMs,
}: RateLimitCounterOptions): RateLimitCounter {
  const queues = new Map<string, Waiting[]>()
  const spares = createBoundedMap<Spare>(mostSpares)
  const consume = ({ key, limit }: RateWindow, points: number, resetAt?: number) =>
    store.consume({ key, limit, windowMs, now: clock.now(), points, resetAt })

  /** Counts with a point that was taken ahead, if there is one. */
  function countSpare(name: string): ConsumeResult | undefined {
    const spare = spares.get(name)
    if (!spare?.left || !isOpenWindow(spare, clock.now(), windowMs)) return undefined
    spare.left -= 1
    return { allowed: true, count: spare.count - spare.left, resetAt: spare.resetAt }
  }

  /** Counts as many as fit, in their order, and refuses the rest. */
  async function countAll(name: string, window: RateWindow, waiting: Waiting[]): Promise<void> {
    const ahead = Math.floor(window.limit / partAhead)
    for (let done = 0, points = waiting.length + ahead; done < waiting.length; ) {
      const { allowed, count, resetAt } = await consume(window, points)
      const rest = waiting.length - done
      if (!allowed && count < window.limit) {
        points = Math.max(1, Math.min(points - 1, window.limit - count))
        continue
      }
      const answered = allowed ? Math.min(points, rest) : rest
      for (let at = 0; at < answered; at += 1) {
        const ownCount = allowed ? count - points + at + 1 : count
        waiting[done + at]?.resolve({ allowed, count: ownCount, resetAt })
      }
      if (allowed && points > rest) spares.set(name, { left: points - rest, count, resetAt })
      done += answered
      points = rest - answered
    }
  }

  async function countQueue(name: string, window: RateWindow, queue: Waiting[]): Promise<void> {
    await setImmediate()
    while (queue.length > 0) {
      const spare = countSpare(name)
      if (spare) {
        queue.shift()?.resolve(spare)
        continue
      }
      const waiting = queue.splice(0)
      await countAll(name, window, waiting).catch((error) => {
        for (const { reject } of waiting) reject(error)
      })
    }
    queues.delete(name)
  }

  return {
    async count(window) {
      const name = `${window.limit} ${window.key}`
      const spare = queues.has(name) ? undefined : countSpare(name)
      if (spare) return spare
      const waiting: Waiting = Promise.withResolvers()
      const queue = queues.get(name)
      if (queue) {
        queue.push(waiting)
      } else {
        const begun = [waiting]
        queues.set(name, begun)
        void countQueue(name, window, begun)
      }
      return waiting.promise
    },
    async takeBack(window, { allowed, resetAt }) {
      if (allowed) await consume(window, -1, resetAt)
    },
    look: (window) => consume(window, 0),
  }
}
