import type { CallMeta, WithMeta } from '../answer/call-meta.ts'
import type { AttemptRecord } from '../answer/operation-info.ts'
import type { AttemptHooks, WrapAttempt } from '../attempt/middleware.ts'
import { createAttempts } from '../attempt/run-attempt.ts'
import { sleep } from '../attempt/timer.ts'
import { AbortedError } from '../errors/aborted-error.ts'
import { DeadlineError } from '../errors/deadline-error.ts'
import { type DoorkitError, describeCall, isUndescribed } from '../errors/doorkit-error.ts'
import { QueueTimeoutError } from '../errors/queue-timeout-error.ts'
import { TimeoutError } from '../errors/timeout-error.ts'
import { present } from '../errors/without-nulls.ts'
import { backoffMs } from './backoff.ts'
import type { ClientConfig } from './client-config.ts'
import type { KeyState } from './key-state.ts'
import { rememberMeta } from './meta-of.ts'
import type { OutgoingCall, Perform } from './outgoing-call.ts'
import { readEvents } from './read-events.ts'
import { createReporter } from './reporter.ts'
import type { RateLimits } from './request-queue.ts'
import { earnedBySuccess } from './retry-budget.ts'

/** The parts that perform the calls of one client. */
export interface Performer {
  readonly perform: Perform
  /** The name of the client. */
  readonly client: string | undefined
  /** The budgets of the key, as the last answers gave them. */
  readonly rateLimits: () => RateLimits
}

/** Makes what performs calls: turns, attempts, waits and retries. */
export function createPerformer(config: ClientConfig, state: KeyState): Performer {
  const { clock, logger, name: client } = config
  const { turns, claimKey, spendRetries } = state
  const runAttempt = createAttempts(config)
  const reporter = logger && createReporter(logger, config.logsShapes, state.isNews)

  /** Performs a call inside its middleware. */
  async function perform<Value>(call: OutgoingCall<Value>): Promise<WithMeta<Value>> {
    const { operation, stream = false, options } = call
    const layers = [...config.middleware, ...(options.middleware || [])]
    const wrapAttempts = layers.filter((layer) => typeof layer === 'function')
    const wrapCalls = layers.filter((layer) => typeof layer !== 'function')
    const context = { operation, stream, logger }
    /** Makes the call inside the layers from one on. */
    const make = (from: number, hooks: readonly AttemptHooks[]): Promise<WithMeta<unknown>> => {
      const layer = wrapCalls[from]
      if (!layer) return performInside(call, wrapAttempts, hooks)
      return layer.wrapCall((own) => make(from + 1, own ? [...hooks, own] : hooks), context)
    }
    const result = await make(0, [])
    // Around all middleware, which sees what the server sent.
    if (operation.id.startsWith('events.')) readEvents(result.data)
    rememberMeta(result)
    return result as WithMeta<Value>
  }

  async function performInside<Value>(
    call: OutgoingCall<Value>,
    outerLayers: readonly WrapAttempt[],
    hooks: readonly AttemptHooks[],
  ): Promise<WithMeta<Value>> {
    const { operation, options, idempotencyKey } = call
    const settings = { timeout: call.timeoutMs, ...config, ...present(options) }
    const { signal, timeout, deadline, queueTimeout, maxRetries, version } = settings
    const { waitForRateLimit: waitsForBudget } = settings
    const layers = [...outerLayers, ...hooks.flatMap(({ attempt }) => attempt ?? [])]
    const number = state.nextNumber()
    const history: AttemptRecord[] = []
    let meta: CallMeta | undefined
    let host: string | undefined
    let lastError: unknown
    let endsAt = clock.now() + deadline
    let patienceMs = queueTimeout
    let retries = 0
    let forgetKey: (() => void) | undefined
    const impatient = () => new QueueTimeoutError(queueTimeout, lastError)
    const answered = (said: CallMeta | undefined) => {
      meta = said
    }

    /** How long to wait before the next attempt; undefined when there is no next one. */
    function nextDelayMs(error: DoorkitError): number | undefined {
      // Its timer may fire a moment early: that leaves no time for another attempt.
      if (error instanceof DeadlineError) return undefined
      const { retryable, retryAfterMs = 0 } = error
      const leftMs = endsAt - clock.now() - retryAfterMs
      if (!retryable || retries >= maxRetries || leftMs <= 0) return undefined
      // A wait that the server itself asked for is not a storm: it costs nothing of the budget.
      if (retryAfterMs === 0 && !spendRetries(1)) return undefined
      retries += 1
      // A wait that the client adds by itself leaves the attempt at least as much time.
      return retryAfterMs + Math.min(backoffMs(retries, config.random), leftMs / 2)
    }

    try {
      const { baseUrl, shown } = config.address()
      host = shown
      // Only the caller's own key can stand for another request.
      if (idempotencyKey && idempotencyKey === options.idempotencyKey) {
        forgetKey = claimKey(call)
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
        // A timer may come late: what is sent now could only be given up.
        if (clock.now() >= endsAt) throw new DeadlineError(deadline, lastError)
        const report = reporter?.wait(operation, clock)
        let isWaiting = false
        const waits = (waitMs: number, waiting?: number) => {
          if (waiting !== undefined) report?.waits(waitMs, waiting)
          if (!isWaiting) for (const { waiting } of hooks) waiting?.(waitMs)
          isWaiting = true
        }
        const asking = { operation, signal, waitsForBudget, number, patienceMs, impatient, waits }
        const turn = turns.enter(asking)
        if (turn) {
          const askedAt = clock.now()
          try {
            await turn
          } finally {
            report?.end()
            if (isWaiting) for (const { waited } of hooks) waited?.(clock.now() - askedAt)
          }
          // The wait for its turn counts against `queueTimeout`, and not against `deadline`.
          const waitedMs = clock.now() - askedAt
          endsAt += waitedMs
          patienceMs -= waitedMs
        }
        const startedAt = clock.now()
        const leftMs = endsAt - startedAt
        answered(undefined)
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
            timeUp: () =>
              leftMs <= timeout
                ? new DeadlineError(deadline, lastError)
                : new TimeoutError(timeout),
            callerSignal: signal,
            layers,
            answered,
          })
          spendRetries(-earnedBySuccess)
        } catch (error) {
          if (!isUndescribed(error)) throw error
          failure = error
          if (error.retryable && meta?.status === 429) refusedForMs = error.retryAfterMs
          // Waiting for its next turn costs a call neither an attempt nor time of its deadline.
          isPaced = waitsForBudget && maxRetries > 0 && refusedForMs !== undefined
          delayMs = isPaced ? refusedForMs : nextDelayMs(error)
        } finally {
          turns.leave(operation, meta, refusedForMs)
        }
        const record = {
          durationMs: Math.round(clock.now() - startedAt),
          ...present({ status: meta?.status, code: failure?.code, delayMs }),
        }
        for (const { ended } of hooks) ended?.(record)
        // A refusal of the client itself: nothing was sent.
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

  return { perform, client, rateLimits: turns.rateLimits }
}
