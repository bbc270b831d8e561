import { readEvent } from '@doorkit/models/read-event'
import type { CallMeta, WithMeta } from '../answer/call-meta.ts'
import type { AttemptRecord } from '../answer/operation-info.ts'
import type { AttemptHooks, WrapAttempt } from '../attempt/middleware.ts'
import { createAttemptRunner } from '../attempt/run-attempt.ts'
import { sleep } from '../attempt/timer.ts'
import { AbortedError } from '../errors/aborted-error.ts'
import { type DoorkitError, describeCall, isUndescribed } from '../errors/doorkit-error.ts'
import { DeadlineError, QueueTimeoutError, TimeoutError } from '../errors/timeout-errors.ts'
import { withoutNulls } from '../errors/without-nulls.ts'
import type { ApiKeyState } from './api-key-state.ts'
import type { ClientConfig } from './client-config.ts'
import { decideRetry } from './decide-retry.ts'
import { rememberMeta } from './meta-of.ts'
import type { OutgoingCall } from './outgoing-call.ts'
import { createReporter } from './reporter.ts'
import { refillBySuccess } from './retry-budget.ts'

/** The parts that perform the calls of one client. */
export type Performer = ReturnType<typeof createPerformer>

/** Creates the function `perform` of a client, and the other parts that the client's methods need. */
export function createPerformer(config: ClientConfig, state: ApiKeyState) {
  const { clock, logger, name: client } = config
  const { queue, registerIdempotencyKey, spendRetries } = state
  const runAttempt = createAttemptRunner(config)
  const reporter = logger && createReporter(logger, config.logsShapes, state.noteWarning)

  async function perform<Value>(call: OutgoingCall<Value>): Promise<WithMeta<Value>> {
    const { operation, stream = false, options } = call
    const layers = [...config.middleware, ...(options.middleware || [])]
    const wrapAttempts = layers.filter((layer) => typeof layer === 'function')
    const wrapCalls = layers.filter((layer) => typeof layer !== 'function')
    const context = { operation, stream, logger }
    /** Makes the call inside `wrapCalls[index]` and the layers after it. */
    const callThrough = (
      index: number,
      hooks: readonly AttemptHooks[],
    ): Promise<WithMeta<unknown>> => {
      const layer = wrapCalls[index]
      if (!layer) return performAttempts(call, wrapAttempts, hooks)
      return layer.wrapCall(
        (layerHooks) => callThrough(index + 1, layerHooks ? [...hooks, layerHooks] : hooks),
        context,
      )
    }
    const result = await callThrough(0, [])
    // Events are converted after all middleware, which therefore sees them as the server sent them.
    if (operation.id.startsWith('events.')) {
      const { data } = Object(result.data) as { data?: unknown }
      for (const item of Array.isArray(data) ? data : [result.data]) {
        if (item?.object === 'event') readEvent(item)
      }
    }
    rememberMeta(result)
    return result as WithMeta<Value>
  }

  async function performAttempts<Value>(
    call: OutgoingCall<Value>,
    outerLayers: readonly WrapAttempt[],
    hooks: readonly AttemptHooks[],
  ): Promise<WithMeta<Value>> {
    const { operation, options, idempotencyKey } = call
    const settings = { timeout: call.timeoutMs, ...config, ...withoutNulls(options) }
    const { signal, timeout, deadline, queueTimeout, maxRetries, version } = settings
    const { waitForRateLimit: waitsForBudget } = settings
    const layers = [...outerLayers, ...hooks.flatMap(({ attempt }) => attempt ?? [])]
    const number = state.nextNumber()
    const history: AttemptRecord[] = []
    let meta: CallMeta | undefined
    let host: string | undefined
    let lastError: unknown
    let endsAt = clock.now() + deadline
    let queueLeftMs = queueTimeout
    let retries = 0
    let forgetKey: (() => void) | undefined
    const queueTimeoutError = () => new QueueTimeoutError(queueTimeout, lastError)
    const setMeta = (answerMeta: CallMeta | undefined) => {
      meta = answerMeta
    }

    try {
      const { baseUrl, shown } = config.address()
      host = shown
      // An idempotency key that the client made itself cannot have been used for another request.
      if (idempotencyKey && idempotencyKey === options.idempotencyKey) {
        forgetKey = registerIdempotencyKey(call)
      }
      const headers = {
        ...config.headers,
        ...options.headers,
        accept: call.accept,
        'service-version': version,
        ...(call.body && { 'content-type': 'application/json' }),
        ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      }
      for (;;) {
        if (signal?.aborted) throw new AbortedError(signal)
        // The wait before a retry may end late. After the deadline, a request would only be aborted.
        if (clock.now() >= endsAt) throw new DeadlineError(deadline, lastError)
        const report = reporter?.wait(operation, clock)
        let isWaiting = false
        const onWait = (waitMs: number, callsWaiting?: number) => {
          if (callsWaiting !== undefined) report?.update(waitMs, callsWaiting)
          if (!isWaiting) for (const { waiting } of hooks) waiting?.(waitMs)
          isWaiting = true
        }
        const admission = queue.enter({
          operation,
          signal,
          waitsForBudget,
          number,
          leftMs: queueLeftMs,
          timeoutError: queueTimeoutError,
          onWait,
        })
        if (admission) {
          const enteredAt = clock.now()
          try {
            await admission
          } finally {
            report?.end()
            if (isWaiting) for (const { waited } of hooks) waited?.(clock.now() - enteredAt)
          }
          // Time in the queue counts against `queueTimeout`, and not against `deadline`.
          const waitedMs = clock.now() - enteredAt
          endsAt += waitedMs
          queueLeftMs -= waitedMs
        }
        const startedAt = clock.now()
        const leftMs = endsAt - startedAt
        setMeta(undefined)
        let result: WithMeta<Value> | undefined
        let delayMs: number | undefined
        let refusedForMs: number | undefined
        let failure: DoorkitError | undefined
        let isPaced = false
        try {
          result = await runAttempt({
            ...call,
            url: baseUrl + call.target,
            headers,
            number: history.length + 1,
            limitMs: Math.min(timeout, leftMs),
            timeoutError: () =>
              leftMs <= timeout
                ? new DeadlineError(deadline, lastError)
                : new TimeoutError(timeout),
            callerSignal: signal,
            layers,
            answered: setMeta,
          })
          spendRetries(-refillBySuccess)
        } catch (error) {
          if (!isUndescribed(error)) throw error
          failure = error
          if (error.retryable && meta?.status === 429) refusedForMs = error.retryAfterMs
          // Going back into the queue costs a call neither a retry nor time of its deadline.
          isPaced = waitsForBudget && maxRetries > 0 && refusedForMs !== undefined
          delayMs = isPaced
            ? refusedForMs
            : decideRetry(error, {
                retries,
                maxRetries,
                leftMs: endsAt - clock.now(),
                spendRetries,
                random: config.random,
              })
          if (!isPaced && delayMs !== undefined) retries += 1
        } finally {
          queue.leave(operation, meta, refusedForMs)
        }
        const record = {
          durationMs: Math.round(clock.now() - startedAt),
          ...withoutNulls({ status: meta?.status, code: failure?.code, delayMs }),
        }
        for (const { ended } of hooks) ended?.(record)
        // The client itself refused the request: nothing was sent.
        if (failure?.name === 'DoorkitError') throw failure
        history.push(record)
        reporter?.attempt({ call, history, meta, version, data: result?.data }, record)
        if (result) return result
        if (delayMs === undefined) throw failure
        lastError = failure
        if (!isPaced) await sleep(delayMs, clock, signal)
      }
    } catch (error) {
      forgetKey?.()
      if (isUndescribed(error)) {
        describeCall(error, { ...call, client }, { history, meta, host })
        reporter?.failure({ operation, history }, error)
      }
      throw error
    }
  }

  return { perform, client, rateLimits: queue.rateLimits }
}
