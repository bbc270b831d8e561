import type { CallMeta } from '../answer/call-meta.ts'
import type { OperationInfo } from '../answer/operation-info.ts'
import type { RateLimit } from '../answer/rate-limit.ts'
import { longestDelayMs } from '../attempt/clock.ts'
import { startTimer } from '../attempt/timer.ts'
import type { ClientConfig } from './client-config.ts'
import { createRequestBudget, type RequestBudget } from './request-budget.ts'

/** The budgets of the API key, as the latest answers reported them. */
export interface RateLimits {
  /** The budget of most requests; undefined before the first answer that reports it. */
  readonly standard: RateLimit | undefined
  /** The separate budget of heavy requests (docs/api.md#rate-limits). */
  readonly heavy: RateLimit | undefined
}

/** A request that enters the queue. */
export interface QueuedRequest {
  readonly operation: OperationInfo
  readonly signal: AbortSignal | undefined
  /** Whether the request waits while the budget of the API key is used up. */
  readonly waitsForBudget: boolean
  /** The number of its call: a refused request is sent again before the requests of later calls. */
  readonly number: number
  /** How long the request may still wait. */
  readonly leftMs: number
  /** Creates the error for a request that waits too long, or would have to. */
  readonly timeoutError: () => Error
  /**
   * Called with the time until the window ends, if that time is known: when the request enters the queue
   * and, while it is the first of its queue, at each check of the queues. A check also passes the number
   * of requests in that queue.
   */
  readonly onWait: (delayMs: number, waiting?: number) => void
}

/** Decides when each request with one API key is sent. */
export interface RequestQueue {
  /**
   * Admits a request: immediately (undefined), or when the promise resolves. If it rejects, with an
   * AbortedError or the request's own `timeoutError`, nothing may be sent.
   */
  enter(request: QueuedRequest): Promise<void> | undefined
  /** Records the end of a request, with the budget and the wait that its answer names. */
  leave(
    operation: OperationInfo,
    meta: CallMeta | undefined,
    refusedForMs: number | undefined,
  ): void
  rateLimits(): RateLimits
}

interface QueueEntry {
  readonly number: number
  /** Admits the entry, which must be the first of its queue. */
  readonly admit: () => void
  readonly onWait: QueuedRequest['onWait']
}

/**
 * The requests that wait for one budget, in the order of their numbers. Each budget has its own queue.
 * With one queue for all, admitting a request could mean a search among thousands that wait for another
 * budget.
 */
interface BudgetQueue {
  /** Always 0 for requests that wait for no budget. */
  readonly readyAt: RequestBudget['readyAt']
  readonly entries: QueueEntry[]
}

/** Whether a time is the end of a window: neither now nor still unknown. */
const isWindowEnd = (at: number) => at > 0 && at < Number.POSITIVE_INFINITY

/** Creates the queue of one API key. It admits requests in the order of their numbers, as budgets allow. */
export function createRequestQueue({
  clock,
  maxConcurrent,
}: Pick<ClientConfig, 'clock' | 'maxConcurrent'>): RequestQueue {
  const standard = { ...createRequestBudget(clock), entries: [] }
  const heavy = { ...createRequestBudget(clock), entries: [] }
  const unpaced = { readyAt: () => 0, entries: [] }
  const queues: readonly BudgetQueue[] = [standard, heavy, unpaced]
  let requestsInFlight = 0
  let windowTimer: unknown

  const budgetOf = (operation: OperationInfo) => (operation.heavy ? heavy : standard)

  function countSent(budget: RequestBudget) {
    requestsInFlight += 1
    budget.sent()
  }

  /** Admits every request that may be sent, and sets a timer for the next end of a window. */
  function admitWaiting() {
    if (windowTimer !== undefined) clock.clearTimeout(windowTimer)
    windowTimer = undefined
    let next: QueueEntry | undefined
    let wakeAt: number
    do {
      next = undefined
      wakeAt = Number.POSITIVE_INFINITY
      for (const { entries, readyAt } of queues) {
        const [first] = entries
        if (!first) continue
        const at = readyAt()
        if (isWindowEnd(at)) first.onWait(at - clock.now(), entries.length)
        if (at > 0) wakeAt = Math.min(wakeAt, at)
        else if (requestsInFlight < maxConcurrent && (!next || first.number < next.number))
          next = first
      }
      next?.admit()
    } while (next)
    if (wakeAt === Number.POSITIVE_INFINITY) return
    // A window may end later than a timer can run. The timer then fires early, and is set again.
    const delayMs = Math.min(longestDelayMs, Math.max(0, Math.ceil(wakeAt - clock.now())))
    windowTimer = clock.setTimeout(admitWaiting, delayMs, 'wait')
  }

  return {
    rateLimits: () => ({ standard: standard.last(), heavy: heavy.last() }),
    enter({ operation, signal, waitsForBudget, number, leftMs, timeoutError, onWait }) {
      const budget = budgetOf(operation)
      const { entries, readyAt }: BudgetQueue = waitsForBudget ? budget : unpaced
      const at = readyAt()
      // A request does not wait for a window that begins too late for it.
      if (isWindowEnd(at) && at - clock.now() > leftMs) return Promise.reject(timeoutError())
      if (requestsInFlight < maxConcurrent && at === 0 && entries.length === 0) {
        countSent(budget)
        return undefined
      }
      return new Promise((resolve, reject) => {
        const entry: QueueEntry = {
          number,
          onWait,
          admit() {
            entries.shift()
            release()
            countSent(budget)
            resolve()
          },
        }
        const release = startTimer(
          clock,
          leftMs,
          'limit',
          signal,
          (error: Error = timeoutError()) => {
            entries.splice(entries.indexOf(entry), 1)
            reject(error)
            admitWaiting()
          },
        )
        entries.splice(entries.findLastIndex((other) => other.number < number) + 1, 0, entry)
        if (isWindowEnd(at)) onWait(at - clock.now())
        admitWaiting()
      })
    },
    leave(operation, meta, refusedForMs) {
      requestsInFlight -= 1
      budgetOf(operation).answered(meta?.rateLimit, refusedForMs)
      admitWaiting()
    },
  }
}
