import type { Clock } from './clock.ts'
import type { DoorkitError } from './errors/doorkit-error.ts'
import type { RequestGate } from './gate.ts'
import type { OperationInfo } from './operation-info.ts'
import type { Progress } from './progress.ts'
import { createRequestBudget, type RequestBudget } from './request-budget.ts'

/** What holds requests back. */
export interface RequestGateOptions {
  readonly clock: Clock
  /** The most requests under way; infinite when there is no bound. */
  readonly maxConcurrent: number
  readonly waitForRateLimit: boolean
}

/**
 * The errors of requests that are given up while they wait. They are handed over, because a bundler
 * would otherwise put their classes into every program that uses any error.
 */
export interface GateErrors {
  readonly aborted: (signal: AbortSignal) => Error
  readonly expired: (progress: Progress) => Error
}

/** A request that waits for its turn. */
interface Waiting {
  /** Its place in the order of all requests. */
  readonly number: number
  readonly endsAt: number
  readonly admit: () => void
}

/** Who waits for a budget, in order: a used-up one does not hold back the requests of the other. */
interface Lane {
  readonly budget: RequestBudget
  readonly waiting: Set<Waiting>
}

/** Makes the gate of a client. Requests pass in the order they came, within their budget. */
export function createRequestGate(options: RequestGateOptions, errors: GateErrors): RequestGate {
  const { clock, maxConcurrent, waitForRateLimit } = options
  const standard: Lane = { budget: createRequestBudget(clock), waiting: new Set() }
  const heavy: Lane = { budget: createRequestBudget(clock), waiting: new Set() }
  let underWay = 0
  let entered = 0
  let alarm: unknown

  const laneOf = (operation: OperationInfo) => (operation.heavy ? heavy : standard)
  const readyAt = ({ budget }: Lane) => (waitForRateLimit ? budget.readyAt() : 0)

  /** Whether the window ends too late for a request: it is sent, for the server says it best. */
  function cannotWait(lane: Lane, endsAt: number): boolean {
    const at = readyAt(lane)
    return at >= endsAt && at < Number.POSITIVE_INFINITY
  }

  function pass({ budget }: Lane) {
    underWay += 1
    budget.sent()
  }

  /** Lets through whoever may go. */
  function admitWaiting() {
    for (let next = nextInTurn(); next; next = nextInTurn()) {
      pass(next.lane)
      next.first.admit()
    }
    setAlarm()
  }

  /** The request that has waited longest of those that may go. */
  function nextInTurn(): { readonly lane: Lane; readonly first: Waiting } | undefined {
    if (underWay >= maxConcurrent) return undefined
    const ready = [standard, heavy].flatMap((lane) => {
      const [first] = lane.waiting
      if (!first) return []
      return readyAt(lane) === 0 || cannotWait(lane, first.endsAt) ? [{ lane, first }] : []
    })
    return ready.sort((one, other) => one.first.number - other.first.number)[0]
  }

  /** Wakes who waits for the window that ends first. */
  function setAlarm() {
    if (alarm !== undefined) clock.clearTimeout(alarm)
    alarm = undefined
    const blocked = [standard, heavy].filter(({ waiting }) => waiting.size > 0).map(readyAt)
    const at = Math.min(...blocked.filter((moment) => moment > 0))
    if (at === Number.POSITIVE_INFINITY) return
    alarm = clock.setTimeout(admitWaiting, Math.max(0, Math.ceil(at - clock.now())), 'wait')
  }

  function queue(
    { waiting }: Lane,
    progress: Progress,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const { endsAt } = progress
    return new Promise((resolve, reject) => {
      const settle = (error?: Error) => {
        waiting.delete(one)
        clock.clearTimeout(timer)
        signal?.removeEventListener('abort', onAbort)
        if (!error) return resolve()
        reject(error)
        admitWaiting()
      }
      const onAbort = () => signal && settle(errors.aborted(signal))
      const onDeadline = () => settle(errors.expired(progress))
      const timer = clock.setTimeout(onDeadline, Math.max(0, endsAt - clock.now()), 'limit')
      const one: Waiting = { number: entered, endsAt, admit: settle }
      signal?.addEventListener('abort', onAbort)
      waiting.add(one)
      admitWaiting()
    })
  }

  return {
    enter({ operation, options: { signal } }, progress) {
      const lane = laneOf(operation)
      entered += 1
      const hurries = cannotWait(lane, progress.endsAt)
      const first = standard.waiting.size + heavy.waiting.size === 0
      if (underWay < maxConcurrent && (hurries || (first && readyAt(lane) === 0))) {
        pass(lane)
        return undefined
      }
      return queue(lane, progress, signal)
    },
    leave(operation, meta, failure) {
      underWay -= 1
      const { retryable, retryAfterMs }: Partial<DoorkitError> = Object(failure)
      const asked = retryable && meta?.status === 429
      laneOf(operation).budget.answered(meta?.rateLimit, asked ? retryAfterMs : undefined)
      if (standard.waiting.size + heavy.waiting.size > 0) admitWaiting()
    },
  }
}
