import type { WithMeta } from './call.ts'
import type { AttemptHooks } from './call-middleware.ts'
import { checkOptions } from './check-options.ts'
import type { ClientConfig } from './client-config.ts'
import { createClientTransport } from './client-transport.ts'
import { createEngine, isOurs } from './engine.ts'
import { ApiError } from './errors/api-error.ts'
import { describeCall } from './errors/doorkit-error.ts'
import { ResponseError } from './errors/response-error.ts'
import type { RequestGate } from './gate.ts'
import { rememberMeta } from './meta-of.ts'
import { layeredSend } from './middleware.ts'
import { once } from './once.ts'
import type { AttemptRecord } from './operation-info.ts'
import type { OutgoingCall, Perform } from './outgoing-call.ts'

/**
 * Performs the calls of a client: the engine, with all that a core leaves out. What few clients
 * need comes along with the first call that does.
 */
export function createClientEngine(config: ClientConfig, gate: RequestGate): Perform {
  const { logger, clock, callMiddleware } = config
  const loadExtras = once(() => import('./on-demand.ts'))
  const loadLedger = once(async () => (await loadExtras()).createKeyLedger(clock, ApiError))
  const loadReporter = logger && once(async () => (await loadExtras()).createReporter(logger))
  const transport = createClientTransport(config, async (response, request, send) =>
    (await loadExtras()).followRedirects(response, request, send, ResponseError),
  )
  const engine = createEngine(config, {
    send: layeredSend(config.middleware, transport),
    enter: gate.enter,
    ended(call, progress, error, result) {
      const { history, hooks = [], reporter, meta } = progress
      gate.leave(call.operation, meta, error)
      if (result) rememberMeta(result)
      const record = history.at(-1)
      // A middleware may throw anything, even undefined.
      if (!record || !(result || isOurs(error))) return
      for (const { ended } of hooks) ended?.(record)
      reporter?.attempt(call, progress, record)
    },
  })

  function perform<Value>(
    given: OutgoingCall<Value>,
    hooks: readonly AttemptHooks[] = [],
  ): Promise<WithMeta<Value>> {
    let options: OutgoingCall<Value>['options']
    try {
      options = checkOptions(given.options)
    } catch (error) {
      return Promise.reject(error)
    }
    const call = options === given.options ? given : { ...given, options }
    const isPlain = !loadReporter && options.idempotencyKey === undefined
    // Most calls have nothing around them, so that they need not wait for anything either.
    return isPlain ? engine(call, { hooks }) : performWatched(call, hooks)
  }

  /** Performs a call that a logger is told of, or whose key the caller chose. */
  async function performWatched<Value>(
    call: OutgoingCall<Value>,
    hooks: readonly AttemptHooks[],
  ): Promise<WithMeta<Value>> {
    const reporter = loadReporter ? await loadReporter() : undefined
    const history: AttemptRecord[] = []
    let forgetKey: (() => void) | undefined
    try {
      if (call.options.idempotencyKey !== undefined) {
        forgetKey = (await loadLedger()).claim(call)
      }
      return await engine(call, { hooks, reporter, history })
    } catch (error) {
      forgetKey?.()
      // The key was refused before there was an attempt.
      if (isOurs(error)) describeCall(error, call, { history })
      if (isOurs(error, history)) reporter?.failure(call, error)
      throw error
    }
  }

  if (callMiddleware.length === 0) return perform
  return async <Value>(call: OutgoingCall<Value>) => {
    const { operation, stream = false } = call
    const { composeCalls } = await loadExtras()
    const make = (hooks: readonly AttemptHooks[]) => perform(call, hooks)
    const result = await composeCalls(callMiddleware, { operation, stream, logger }, make)
    rememberMeta(result)
    return result as WithMeta<Value>
  }
}
