import type { CallMeta } from '../answer/call-meta.ts'
import type { OperationInfo } from '../answer/operation-info.ts'
import type { RateLimit } from '../answer/rate-limit.ts'
import { longestDelayMs } from '../attempt/clock.ts'
import { startTimer } from '../attempt/timer.ts'
import type { ClientConfig } from './client-config.ts'
import { createRequestBudget, type RequestBudget } from './request-budget.ts'

/** The budgets of the key, each as the last answer that named it did. */
export interface RateLimits {
  /** The budget of most requests; undefined before the first answer. */
  readonly standard: RateLimit | undefined
  /** The budget of heavy requests, which is counted apart (docs/api.md#rate-limits). */
  readonly heavy: RateLimit | undefined
}

/** A request that asks for its turn. */
export interface Asking {
  readonly operation: OperationInfo
  readonly signal: AbortSignal | undefined
  /** Whether it waits while the budget of the key is used up. */
  readonly waitsForBudget: boolean
  /** Its place in the order of all calls: one that was refused comes before later calls. */
  readonly number: number
  /** Milliseconds until it gives up. */
  readonly patienceMs: number
  /** The error of a request that gives up. */
  readonly impatient: () => Error
  /**
   * Learns that it waits for the budget, and for how many milliseconds. The first of those that wait
   * learns also how many they are, and may learn it again.
   */
  readonly waits: (delayMs: number, waiting?: number) => void
}

/** Decides when each request of a client is sent. */
export interface Turns {
  /**
   * Lets a request go: at once (undefined), or when the promise resolves. It rejects with an
   * AbortedError or with the error of impatience, and then nothing is to be sent.
   */
  enter(asking: Asking): Promise<void> | undefined
  /** Learns that a request has ended, what its answer said, and for how long it asks to wait. */
  leave(
    operation: OperationInfo,
    meta: CallMeta | undefined,
    refusedForMs: number | undefined,
  ): void
  rateLimits(): RateLimits
}

interface Waiting {
  readonly number: number
  /** Lets the first of its lane go. */
  readonly admit: () => void
  readonly waits: Asking['waits']
}

/**
 * Requests in their order. A used-up budget does not hold back requests of another lane. One list for all
 * would be searched by each request that comes or goes, past thousands that wait for a budget.
 */
interface Lane {
  /** 0 where no budget is waited for. */
  readonly readyAt: RequestBudget['readyAt']
  readonly waiting: Waiting[]
}

/** Whether a time is the end of a window, and neither now nor still unknown. */
const isEnd = (at: number) => at > 0 && at < Number.POSITIVE_INFINITY

/** Makes the turns of one client. Requests go in the order of their numbers, within their budget. */
export function createTurns({
  clock,
  maxConcurrent,
}: Pick<ClientConfig, 'clock' | 'maxConcurrent'>): Turns {
  const standard = { ...createRequestBudget(clock), waiting: [] }
  const heavy = { ...createRequestBudget(clock), waiting: [] }
  const unpaced = { readyAt: () => 0, waiting: [] }
  const lanes: readonly Lane[] = [standard, heavy, unpaced]
  let underWay = 0
  let alarm: unknown

  const budgetOf = (operation: OperationInfo) => (operation.heavy ? heavy : standard)

  function go(budget: RequestBudget) {
    underWay += 1
    budget.sent()
  }

  /** Lets every request go that may, and wakes when the window ends that ends first. */
  function admitWaiting() {
    if (alarm !== undefined) clock.clearTimeout(alarm)
    alarm = undefined
    let next: Waiting | undefined
    let wakeAt: number
    do {
      next = undefined
      wakeAt = Number.POSITIVE_INFINITY
      for (const { waiting, readyAt } of lanes) {
        const [first] = waiting
        if (!first) continue
        const at = readyAt()
        if (isEnd(at)) first.waits(at - clock.now(), waiting.length)
        if (at > 0) wakeAt = Math.min(wakeAt, at)
        else if (underWay < maxConcurrent && (!next || first.number < next.number)) next = first
      }
      next?.admit()
    } while (next)
    if (wakeAt === Number.POSITIVE_INFINITY) return
    // A window may end later than a timer can: it then wakes early, and waits again.
    const delayMs = Math.min(longestDelayMs, Math.max(0, Math.ceil(wakeAt - clock.now())))
    alarm = clock.setTimeout(admitWaiting, delayMs, 'wait')
  }

  return {
    rateLimits: () => ({ standard: standard.last(), heavy: heavy.last() }),
    enter({ operation, signal, waitsForBudget, number, patienceMs, impatient, waits }) {
      const budget = budgetOf(operation)
      const { waiting, readyAt }: Lane = waitsForBudget ? budget : unpaced
      const at = readyAt()
      // A call does not wait for a window that comes too late.
      if (isEnd(at) && at - clock.now() > patienceMs) {
        return Promise.reject(impatient())
      }
      if (underWay < maxConcurrent && at === 0 && waiting.length === 0) {
        go(budget)
        return undefined
      }
      return new Promise((resolve, reject) => {
        const one: Waiting = {
          number,
          waits,
          admit() {
            waiting.shift()
            release()
            go(budget)
            resolve()
          },
        }
        const release = startTimer(
          clock,
          patienceMs,
          'limit',
          signal,
          (error: Error = impatient()) => {
            waiting.splice(waiting.indexOf(one), 1)
            reject(error)
            admitWaiting()
          },
        )
        waiting.splice(waiting.findLastIndex((other) => other.number < number) + 1, 0, one)
        if (isEnd(at)) waits(at - clock.now())
        admitWaiting()
      })
    },
    leave(operation, meta, refusedForMs) {
      underWay -= 1
      budgetOf(operation).answered(meta?.rateLimit, refusedForMs)
      admitWaiting()
    },
  }
}
