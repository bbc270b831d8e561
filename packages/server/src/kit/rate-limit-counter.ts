import { setImmediate } from 'node:timers/promises'
import type { Clock } from '../ports/clock.ts'
import type { ConsumeResult } from '../store/claim-and-consume.ts'
import type { Store } from '../store/port.ts'

/** A window that requests are counted in. */
export interface RateWindow {
  readonly key: string
  readonly limit: number
}

/** Counts requests against windows of the store, so that exactly the limit passes in all processes. */
export interface RateLimitCounter {
  /**
   * Counts one request. Those of a window that come in one turn of the event loop, or while others
   * are being counted, are counted by one write.
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

/** Makes a {@link RateLimitCounter} for one process. */
export function createRateLimitCounter({
  store,
  clock,
  windowMs,
}: RateLimitCounterOptions): RateLimitCounter {
  const queues = new Map<string, Waiting[]>()
  const consume = ({ key, limit }: RateWindow, points: number, resetAt?: number) =>
    store.consume({ key, limit, windowMs, now: clock.now(), points, resetAt })

  /** Counts as many as fit, in their order, and refuses the rest. */
  async function countAll(window: RateWindow, waiting: readonly Waiting[]): Promise<void> {
    for (let done = 0, points = waiting.length; done < waiting.length; ) {
      const { allowed, count, resetAt } = await consume(window, points)
      if (!allowed && count < window.limit) {
        points = Math.max(1, Math.min(points - 1, window.limit - count))
        continue
      }
      const answered = allowed ? points : waiting.length - done
      for (let at = 0; at < answered; at += 1) {
        const ownCount = allowed ? count - points + at + 1 : count
        waiting[done + at]?.resolve({ allowed, count: ownCount, resetAt })
      }
      done += answered
      points = waiting.length - done
    }
  }

  async function countQueue(name: string, window: RateWindow, queue: Waiting[]): Promise<void> {
    await setImmediate()
    while (queue.length > 0) {
      const waiting = queue.splice(0)
      await countAll(window, waiting).catch((error) => {
        for (const { reject } of waiting) reject(error)
      })
    }
    queues.delete(name)
  }

  return {
    count(window) {
      const name = `${window.limit} ${window.key}`
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
