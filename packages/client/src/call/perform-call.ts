import type { CallMeta, WithMeta } from '../answer/call-meta.ts'
import type { AttemptRecord } from '../answer/operation-info.ts'
import type { AttemptHooks, WrapAttempt, WrapCall } from '../attempt/middleware.ts'
import { callThrough } from '../attempt/middleware.ts'
import { createAttempts } from '../attempt/run-attempt.ts'
import { AbortedError } from '../errors/aborted-error.ts'
import { DeadlineError } from '../errors/deadline-error.ts'
import { DoorkitError, describeCall } from '../errors/doorkit-error.ts'
import { QueueTimeoutError } from '../errors/queue-timeout-error.ts'
import { TimeoutError } from '../errors/timeout-error.ts'
import { backoffMs } from './backoff.ts'
import type { ClientConfig } from './client-config.ts'
import { createKeyLedger } from './key-ledger.ts'
import { rememberMeta } from './meta-of.ts'
import type { OutgoingCall, Perform } from './outgoing-call.ts'
import { readEvents } from './read-events.ts'
import { createReporter } from './reporter.ts'
import { createRetryBudget, earnedBySuccess } from './retry-budget.ts'
import { sleep } from './sleep.ts'
import { createTurns, type RateLimits } from './turns.ts'

/** The parts that perform the calls of one client. */
export interface Performer {
  readonly perform: Perform
  /** Learns of a failure that nothing awaits. */
  readonly lost: (error: unknown) => void
  /** The budgets of the key, as the last answers gave them. */
  readonly rateLimits: () => RateLimits
}

/** Makes what performs calls: turns, attempts, waits and retries. */
export function createPerformer(config: ClientConfig): Performer {
  const { clock, logger } = config
  const runAttempt = createAttempts(config)
  const turns = createTurns(config)
  const ledger = createKeyLedger(clock)
  const spendRetries = createRetryBudget(clock)
  const reporter = logger && createReporter(logger)

  /** Performs a call inside its middleware. */
  async function perform<Value>(call: OutgoingCall<Value>): Promise<WithMeta<Value>> {
    const { operation, stream = false, options } = call
    const layers = [...config.middleware, ...(options.middleware || [])]
    const attemptLayers: WrapAttempt[] = []
    const callLayers: WrapCall[] = []
    for (const layer of layers) {
      if (typeof layer === 'function') attemptLayers.push(layer)
      else callLayers.push(layer.wrapCall)
    }
    const result = await (callLayers.length === 0
      ? performInside(call, attemptLayers, [])
      : callThrough(callLayers, { operation, stream, logger }, (hooks) =>
          performInside(call, attemptLayers, hooks),
        ))
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
    const { operation, options, body, idempotencyKey, read } = call
    const { signal } = options
    const deadline = options.deadline ?? config.deadline
    const timeout = options.timeout ?? config.timeout ?? call.timeoutMs
    const queueTimeout = options.queueTimeout ?? config.queueTimeout
    const maxRetries = options.maxRetries ?? config.maxRetries
    const waitsForBudget = options.waitForRateLimit ?? config.waitForRateLimit
    const layers = [...outerLayers, ...hooks.flatMap(({ attempt }) => attempt ?? [])]
    const number = turns.number()
    const history: AttemptRecord[] = []
    let meta: CallMeta | undefined
    let lastError: DoorkitError | undefined
    let endsAt = clock.now() + deadline
    let patienceMs = queueTimeout
    let maxAttempts = maxRetries + 1
    let forgetKey: (() => void) | undefined

    /** Waits for its turn, which counts against `queueTimeout` and not against `deadline`. */
    async function waitForTurn(turn: Promise<void>): Promise<void> {
      const from = clock.now()
      await turn
      const waitedMs = clock.now() - from
      endsAt += waitedMs
      patienceMs -= waitedMs
    }

    function runOnce(url: string, headers: Readonly<Record<string, string>>) {
      const leftMs = endsAt - clock.now()
      meta = undefined
      return runAttempt<Value>({
        operation,
        url,
        headers,
        body,
        idempotencyKey,
        number: history.length + 1,
        limitMs: Math.min(timeout, leftMs),
        timeUp: () =>
          leftMs <= timeout ? new DeadlineError(deadline, lastError) : new TimeoutError(timeout),
        callerSignal: signal,
        layers,
        read,
        answered: (said) => {
          meta = said
        },
      })
    }

    /** How long to wait before the next attempt; undefined when there is no next one. */
    function nextDelayMs({ retryable, retryAfterMs = 0 }: DoorkitError): number | undefined {
      const attempts = history.length + 1
      const leftMs = endsAt - clock.now() - retryAfterMs
      if (!retryable || attempts >= maxAttempts || leftMs <= 0) return undefined
      // A wait that the server itself asked for is not a storm: it costs nothing of the budget.
      if (retryAfterMs === 0 && !spendRetries(1)) return undefined
      // A wait that the client adds by itself leaves the attempt at least as much time.
      return retryAfterMs + Math.min(backoffMs(attempts, config.random), leftMs / 2)
    }

    try {
      if (options.idempotencyKey !== undefined) forgetKey = ledger.claim(call)
      const url = config.address().baseUrl + call.target
      const headers = requestHeaders(call, config)
      const version = headers['service-version']
      const impatient = () => new QueueTimeoutError(queueTimeout, lastError)
      for (;;) {
        if (signal?.aborted) throw new AbortedError(signal)
        const turn = turns.enter({
          operation,
          signal,
          waitsForBudget,
          number,
          patienceMs,
          impatient,
        })
        if (turn) await waitForTurn(turn)
        const startedAt = clock.now()
        let result: WithMeta<Value> | undefined
        let error: unknown
        let delayMs: number | undefined
        let refusedForMs: number | undefined
        try {
          result = await runOnce(url, headers)
          spendRetries(-earnedBySuccess)
        } catch (thrown) {
          error = thrown
          if (isUndescribed(error)) {
            if (error.retryable && meta?.status === 429) refusedForMs = error.retryAfterMs
            delayMs = nextDelayMs(error)
          }
        }
        const isPaced = waitsForBudget && maxRetries > 0 && refusedForMs !== undefined
        // Waiting for its next turn costs a call neither an attempt nor time of its deadline.
        if (isPaced) maxAttempts += 1
        const record: AttemptRecord = {
          ...(meta && { status: meta.status }),
          ...(error instanceof DoorkitError && { code: error.code }),
          durationMs: Math.round(clock.now() - startedAt),
          ...(isPaced ? { delayMs: refusedForMs } : delayMs !== undefined && { delayMs }),
        }
        history.push(record)
        turns.leave(operation, meta, refusedForMs)
        if (result || isUndescribed(error)) {
          for (const { ended } of hooks) ended?.(record)
          reporter?.attempt({ operation, history, meta, version }, record)
        }
        if (result) return result
        if (delayMs === undefined && !isPaced) throw error
        lastError = error as DoorkitError
        if (!isPaced) await sleep(delayMs as number, clock, signal)
      }
    } catch (error) {
      forgetKey?.()
      if (isUndescribed(error)) {
        describeCall(error, call, { history, meta, host: shownAddress(config) })
        reporter?.failure(error)
      }
      throw error
    }
  }

  return {
    perform,
    lost: (error) => reporter?.lost(error),
    rateLimits: () => ({ ...turns.rateLimits }),
  }
}

/**
 * Whether an error is of the call that is under way: it has no history yet. False for what a
 * middleware threw, even when that is the described error of a call of its own.
 */
function isUndescribed(error: unknown): error is DoorkitError {
  return error instanceof DoorkitError && error.history === undefined
}

/** The headers of every attempt of a call, all but the key. */
function requestHeaders(
  { options, body, accept, idempotencyKey }: OutgoingCall<unknown>,
  config: ClientConfig,
): Readonly<Record<string, string>> {
  return {
    ...config.headers,
    ...(options.headers as Readonly<Record<string, string>> | undefined),
    accept,
    'service-version': options.version ?? config.version,
    ...(body && { 'content-type': 'application/json' }),
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
  }
}

function shownAddress({ address }: ClientConfig): string | undefined {
  try {
    return address().shown
  } catch {
    return undefined
  }
}
