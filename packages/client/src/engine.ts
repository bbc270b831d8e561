import { backoffMs } from './backoff.ts'
import type { WithMeta } from './call.ts'
import type { CoreConfig } from './core-config.ts'
import { AbortedError } from './errors/aborted-error.ts'
import { DeadlineError } from './errors/deadline-error.ts'
import { DoorkitError, describeCall } from './errors/doorkit-error.ts'
import type { ResponseError } from './errors/response-error.ts'
import { TimeoutError } from './errors/timeout-error.ts'
import { readMeta } from './meta.ts'
import type { SendRequest } from './middleware.ts'
import type { AttemptRecord } from './operation-info.ts'
import type { OutgoingCall } from './outgoing-call.ts'
import { present } from './present.ts'
import type { Progress } from './progress.ts'
import { readRefusal } from './read-refusal.ts'
import { requestHeaders } from './request-headers.ts'
import { createRetryBudget, earnedBySuccess } from './retry-budget.ts'
import { sleep } from './sleep.ts'
import { startTimer } from './timer.ts'

type AnyCall = OutgoingCall<unknown>

/** What attempts go through. */
export interface EngineParts {
  /** Sends the request of an attempt. */
  readonly send: SendRequest
  /** Holds a request back until the promise resolves; undefined where nothing does. */
  readonly enter?: (call: AnyCall, progress: Progress) => Promise<void> | undefined
  /** Told how each attempt went, once its record is in the history: its result, or its error. */
  readonly ended?: (
    call: AnyCall,
    progress: Progress,
    error: unknown,
    result: WithMeta<unknown> | undefined,
  ) => void
}

/** Performs a call, with its retries; `known` is what goes along, and where its history is kept. */
export type Engine = <Value>(
  call: OutgoingCall<Value>,
  known?: Partial<Progress>,
) => Promise<WithMeta<Value>>

/** Performs the calls of one client: attempts, waits and retries. */
export function createEngine(config: CoreConfig, { send, enter, ended }: EngineParts): Engine {
  const { clock, maxResponseBytes } = config
  const spendRetries = createRetryBudget(clock)

  return async <Value>(call: OutgoingCall<Value>, known: Partial<Progress> = {}) => {
    const { operation, options, body, idempotencyKey } = call
    const { signal: callerSignal } = options
    const timeout = options.timeout ?? config.timeout ?? call.timeoutMs
    const deadline = options.deadline ?? config.deadline
    const maxRetries = options.maxRetries ?? config.maxRetries
    const headers = requestHeaders(call, config)
    const endsAt = clock.now() + deadline
    const { history = [] } = known
    const progress: Progress = { ...known, headers, deadlineMs: deadline, endsAt, history }

    /**
     * Sends the call once, and reads the answer to its end. `timeout`, what is left of the deadline
     * and the caller's signal bound all of it, middleware included: whichever comes first aborts
     * the signal of the request and rejects at once, even if what sends pays no heed.
     */
    function attempt(): Promise<WithMeta<Value>> {
      progress.meta = undefined
      return new Promise((resolve, reject) => {
        const controller = new AbortController()
        const { signal } = controller
        const remainingMs = endsAt - clock.now()
        const timeUp = () =>
          remainingMs <= timeout
            ? new DeadlineError(deadline, progress.lastError)
            : new TimeoutError(timeout)
        const stop = (reason: DoorkitError = timeUp()) => {
          reject(reason)
          controller.abort(reason)
        }
        const release = startTimer(
          clock,
          Math.min(timeout, remainingMs),
          'limit',
          callerSignal,
          stop,
        )
        // Handed on as they are, so that the stack of an error leads to who made the call.
        exchange(signal, release).then(resolve, reject)
      })
    }

    async function exchange(signal: AbortSignal, release: () => void): Promise<WithMeta<Value>> {
      try {
        const url = config.baseUrl + call.target
        const request = { method: operation.method, url, headers, body, signal }
        const response = await send(request, call, progress)
        // What pays no heed to its signal answered too late: this only frees its connection.
        if (signal.aborted) return response.body?.cancel(signal.reason) as never
        const rateLimit = config.readRateLimit?.(response.headers)
        const meta = readMeta(response, history.length + 1, idempotencyKey, rateLimit)
        progress.meta = meta
        if (response.ok) return { data: await call.read(response, signal), meta }
        let refusal: string
        try {
          refusal = await config.readBody(response, maxResponseBytes, signal)
        } catch (error) {
          // The status counts even where the body is cut off or too long.
          refusal = (error as Partial<ResponseError>).body ?? ''
        }
        throw readRefusal(response, refusal, clock.now(), rateLimit)
      } finally {
        release()
      }
    }

    /** How long to wait before the next attempt; undefined when there is to be none. */
    function nextDelayMs({ retryable, retryAfterMs = 0 }: DoorkitError): number | undefined {
      const attempts = history.length + 1
      const leftMs = endsAt - clock.now() - retryAfterMs
      // Put so that numbers that are none, which a core does not check, allow no attempt more.
      if (!(retryable && attempts <= maxRetries && leftMs > 0)) return undefined
      // A wait that the server itself asked for is no storm: it costs nothing of the budget.
      if (retryAfterMs === 0 && !spendRetries(1)) return undefined
      // What the client adds by itself leaves the attempt at least as long as it waits.
      return retryAfterMs + Math.min(backoffMs(attempts, config.random), leftMs / 2)
    }

    try {
      for (;;) {
        if (callerSignal?.aborted) throw new AbortedError(callerSignal)
        // Nothing to await where nothing holds the request back.
        const admitted = enter?.(call, progress)
        if (admitted) await admitted
        const startedAt = clock.now()
        let result: WithMeta<Value> | undefined
        let error: unknown
        let delayMs: number | undefined
        try {
          result = await attempt()
          spendRetries(-earnedBySuccess)
        } catch (thrown) {
          error = thrown
          if (isOurs(error)) delayMs = nextDelayMs(error)
        }
        const durationMs = Math.round(clock.now() - startedAt)
        const facts = {
          durationMs,
          status: progress.meta?.status,
          code: Object(error).code,
          delayMs,
        }
        history.push(present(facts) as AttemptRecord)
        ended?.(call, progress, error, result)
        if (result) return result
        if (delayMs === undefined) throw error
        progress.lastError = error as DoorkitError
        await sleep(delayMs, clock, callerSignal)
      }
    } catch (error) {
      if (isOurs(error)) describeCall(error, call, progress)
      throw error
    }
  }
}

/**
 * Whether an error is of a call with this history; it has none as long as the call goes on. False
 * for what a middleware threw, be it the described error of a call of its own.
 */
export function isOurs(error: unknown, history?: readonly AttemptRecord[]): error is DoorkitError {
  return error instanceof DoorkitError && error.history === history
}
