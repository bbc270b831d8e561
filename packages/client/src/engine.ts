import { sendOnce } from './attempt.ts'
import { backoffMs } from './backoff.ts'
import type { WithMeta } from './call.ts'
import { type AttemptHooks, composeCalls } from './call-middleware.ts'
import { type ClientConfig, checkNumbers } from './client-config.ts'
import { AbortedError } from './errors/aborted-error.ts'
import { DoorkitError, describeCall } from './errors/doorkit-error.ts'
import { idempotencyKeyFor } from './idempotency-key.ts'
import type { AttemptRecord, OperationInfo } from './operation-info.ts'
import type { OutgoingCall, Perform } from './outgoing-call.ts'
import type { Progress } from './progress.ts'
import { createReporter } from './reporter.ts'
import { requestHeaders } from './request-headers.ts'
import { createRetryBudget } from './retry-budget.ts'
import { sleep } from './sleep.ts'
import { createTransport } from './transport.ts'

/** Performs the calls of one client: attempts, waits, retries, and what is told about them. */
export function createEngine(config: ClientConfig): Perform {
  const { clock } = config
  const budget = createRetryBudget(clock)
  const reporter = createReporter(config.logger)
  const transport = createTransport(config)

  function begin(call: OutgoingCall<unknown>, hooks: readonly AttemptHooks[]): Progress {
    const { operation, options } = call
    checkNumbers(options)
    const idempotencyKey = idempotencyKeyFor(operation.method, options.idempotencyKey)
    const deadlineMs = options.deadline ?? config.deadline
    return {
      headers: requestHeaders(call, config, idempotencyKey),
      idempotencyKey,
      deadlineMs,
      endsAt: clock.now() + deadlineMs,
      history: [],
      hooks,
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
    const { retryable, retryAfterMs } = error
    const attempt = progress.history.length + 1
    const maxRetries = call.options.maxRetries ?? config.maxRetries
    if (!retryable || attempt > maxRetries) return undefined
    const delayMs = (retryAfterMs ?? 0) + backoffMs(attempt, config.random)
    if (delayMs >= progress.endsAt - clock.now()) return undefined
    // A wait that the server itself asked for is no storm: it costs nothing of the budget.
    return retryAfterMs !== undefined || budget.take() ? delayMs : undefined
  }

  function endAttempt(
    operation: OperationInfo,
    progress: Progress,
    startedAt: number,
    error?: DoorkitError,
    delayMs?: number,
  ) {
    const durationMs = Math.round(clock.now() - startedAt)
    const { meta } = progress
    const record: AttemptRecord = {
      ...(meta && { status: meta.status }),
      ...(error && { code: error.code }),
      durationMs,
      ...(delayMs !== undefined && { delayMs }),
    }
    const attempt = progress.history.push(record)
    for (const { ended } of progress.hooks) ended?.(record)
    reporter.attempt({ operation, attempt }, { durationMs, meta, error })
    reporter.version({ operation, attempt }, progress.headers['service-version'], meta?.version)
  }

  async function make<Value>(
    call: OutgoingCall<Value>,
    hooks: readonly AttemptHooks[],
  ): Promise<WithMeta<Value>> {
    const { operation, options } = call
    const progress = begin(call, hooks)
    try {
      if (options.signal?.aborted) throw new AbortedError(options.signal)
      for (let attempt = 1; ; attempt++) {
        const startedAt = clock.now()
        progress.meta = undefined
        try {
          const result = await sendOnce(config, transport, call, progress, startedAt)
          endAttempt(operation, progress, startedAt)
          budget.succeeded()
          return result
        } catch (error) {
          if (!isOurs(error)) throw error
          const delayMs = nextDelayMs(error, call, progress)
          endAttempt(operation, progress, startedAt, error, delayMs)
          if (delayMs === undefined) throw error
          progress.lastError = error
          reporter.retry({ operation, attempt }, error, delayMs)
          await sleep(delayMs, clock, options.signal)
        }
      }
    } catch (error) {
      if (isOurs(error)) {
        describeCall(error, { operation: operation.id, ...progress })
        reporter.failure({ operation, attempt: progress.history.length }, error)
      }
      throw error
    }
  }

  if (config.callMiddleware.length === 0) return (call) => make(call, [])
  return async <Value>(call: OutgoingCall<Value>) => {
    const { operation, stream } = call
    const context = { operation, stream, logger: config.logger }
    const result = composeCalls(config.callMiddleware, context, (hooks) => make(call, hooks))
    return result as Promise<WithMeta<Value>>
  }
}

/** False for what a middleware threw, be it the described error of a call of its own. */
function isOurs(error: unknown): error is DoorkitError {
  return error instanceof DoorkitError && error.history === undefined
}
