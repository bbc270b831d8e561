import { sendOnce } from './attempt.ts'
import { backoffMs } from './backoff.ts'
import type { WithMeta } from './call.ts'
import type { AttemptHooks } from './call-middleware.ts'
import { type CoreConfig, checkOptions } from './core-config.ts'
import { AbortedError } from './errors/aborted-error.ts'
import { DoorkitError, describeCall } from './errors/doorkit-error.ts'
import type { RequestGate } from './gate.ts'
import type { SendAttempt } from './middleware.ts'
import type { AttemptRecord } from './operation-info.ts'
import type { OutgoingCall } from './outgoing-call.ts'
import { present } from './present.ts'
import type { Progress } from './progress.ts'
import type { Reporter } from './reporter.ts'
import { requestHeaders } from './request-headers.ts'
import { createRetryBudget } from './retry-budget.ts'
import { sleep } from './sleep.ts'

/** What attempts go through, beside the configuration. A core leaves out what it has no use for. */
export interface EngineParts {
  /** Sends the request of an attempt, below all middleware. */
  readonly transport: SendAttempt
  /** Holds requests back. */
  readonly gate?: RequestGate | undefined
  /** Loads what is told of everything that happens. */
  readonly loadReporter?: (() => Promise<Reporter>) | undefined
  /** Notes the use of a caller's key; gives what forgets it when the call fails. */
  readonly claimKey?: ((call: OutgoingCall<unknown>) => Promise<() => void>) | undefined
  /** Told of what calls result in. */
  readonly onResult?: ((result: WithMeta<unknown>) => void) | undefined
}

/** Performs a call, with its retries; `hooks` go along with each attempt. */
export type Engine = <Value>(
  call: OutgoingCall<Value>,
  hooks?: readonly AttemptHooks[],
) => Promise<WithMeta<Value>>

/** Performs the calls of one client: attempts, waits, retries, and what is told about them. */
export function createEngine(config: CoreConfig, parts: EngineParts): Engine {
  const { clock } = config
  const { transport, gate, loadReporter, claimKey, onResult } = parts
  const budget = createRetryBudget(clock)

  function begin(call: OutgoingCall<unknown>, hooks: readonly AttemptHooks[]): Progress {
    const { options } = call
    checkOptions(options)
    const deadlineMs = options.deadline ?? config.deadline
    return {
      headers: requestHeaders(call, config),
      deadlineMs,
      endsAt: clock.now() + deadlineMs,
      history: [],
      hooks,
      reporter: undefined,
      meta: undefined,
      lastError: undefined,
    }
  }

  /** How long to wait before the next attempt; undefined when there is to be none. */
  function nextDelayMs(
    error: DoorkitError,
    call: OutgoingCall<unknown>,
    progress: Progress,
  ): number | undefined {
    const { retryable, retryAfterMs = 0 } = error
    const attempt = progress.history.length + 1
    const maxRetries = call.options.maxRetries ?? config.maxRetries
    if (!retryable || attempt > maxRetries) return undefined
    const leftMs = progress.endsAt - clock.now() - retryAfterMs
    if (leftMs <= 0) return undefined
    // A wait that the server itself asked for is no storm: it costs nothing of the budget.
    if (retryAfterMs === 0 && !budget.take()) return undefined
    // What the client adds by itself leaves the attempt at least as long as it waits.
    return retryAfterMs + Math.min(backoffMs(attempt, config.random), leftMs / 2)
  }

  function endAttempt(
    call: OutgoingCall<unknown>,
    progress: Progress,
    startedAt: number,
    error?: DoorkitError,
    delayMs?: number,
  ) {
    const durationMs = Math.round(clock.now() - startedAt)
    const status = progress.meta?.status
    const record: AttemptRecord = error
      ? (present({ durationMs, status, code: error.code, delayMs }) as AttemptRecord)
      : { durationMs, status }
    progress.history.push(record)
    for (const { ended } of progress.hooks) ended?.(record)
    progress.reporter?.attempt(call, progress, error)
  }

  return async <Value>(call: OutgoingCall<Value>, hooks: readonly AttemptHooks[] = []) => {
    const { operation, options } = call
    const progress = begin(call, hooks)
    let forgetKey: (() => void) | undefined
    try {
      if (loadReporter) progress.reporter = await loadReporter()
      if (claimKey && options.idempotencyKey !== undefined) forgetKey = await claimKey(call)
      for (;;) {
        if (options.signal?.aborted) throw new AbortedError(options.signal)
        // Nothing to await where nothing holds the request back.
        const admitted = gate?.enter(call, progress)
        if (admitted) await admitted
        const startedAt = clock.now()
        progress.meta = undefined
        let result: WithMeta<Value>
        try {
          result = await sendOnce(config, transport, call, progress, startedAt)
        } catch (error) {
          gate?.leave(operation, progress.meta, error)
          if (!isOurs(error)) throw error
          const delayMs = nextDelayMs(error, call, progress)
          endAttempt(call, progress, startedAt, error, delayMs)
          if (delayMs === undefined) throw error
          progress.lastError = error
          await sleep(delayMs, clock, options.signal)
          continue
        }
        gate?.leave(operation, progress.meta, undefined)
        endAttempt(call, progress, startedAt)
        budget.succeeded()
        onResult?.(result)
        return result
      }
    } catch (error) {
      forgetKey?.()
      if (isOurs(error)) {
        describeCall(error, { ...call, ...progress })
        progress.reporter?.failure(call, progress, error)
      }
      throw error
    }
  }
}

/** False for what a middleware threw, be it the described error of a call of its own. */
function isOurs(error: unknown): error is DoorkitError {
  return error instanceof DoorkitError && error.history === undefined
}
