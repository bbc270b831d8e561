import type { CallMeta, WithMeta } from '../answer/call-meta.ts'
import { type CallSite, noteCallSite } from '../errors/call-site.ts'
import { DoorkitError, describeCall, isUndescribed } from '../errors/doorkit-error.ts'
import type { OutgoingCall } from './outgoing-call.ts'
import type { Performer } from './perform-call.ts'
import type { Route } from './route.ts'

/** A result, or the error in its place. `meta` of a failure is that of the last answer, if any. */
export type SafeResult<Value> =
  | { readonly ok: true; readonly data: Value; readonly meta: CallMeta }
  | { readonly ok: false; readonly error: DoorkitError; readonly meta: CallMeta | undefined }

/**
 * The result of every method. The call begins in the next microtask, whether or not anything awaits
 * it; awaited again, it gives the same result without another request. As with any promise, a failure
 * that nothing handles is an unhandled rejection.
 */
export interface Call<Value> extends Promise<Value> {
  /** The result together with request id, status, headers, rate limit, attempts and version. */
  withMeta(): Promise<WithMeta<Value>>
  /**
   * Resolves for every failure of the API or the network, too: look at `ok` and `error`. It handles the
   * failure, whether or not anything awaits it.
   */
  safe(): Promise<SafeResult<Value>>
}

/** Makes a call that begins in the next microtask. `method` is what the program called. */
export function startCall<Value>(
  kit: Performer & Pick<Route, 'operation'>,
  method: object,
  make: (site: CallSite) => OutgoingCall<Value>,
): Call<Value> {
  const prepared = prepare(kit, method, make)
  const result = Promise.resolve().then(() => kit.perform(prepared()))
  return {
    ...callOf(() => result),
    safe: () => settle(result),
  }
}

/**
 * Makes something ready at once, so that later changes to the input of a call do nothing. What it gives
 * throws the mistake in the input, so that the call rejects with it, as with every other failure.
 */
export function prepare<Ready>(
  { operation, client }: Pick<Performer, 'client'> & Pick<Route, 'operation'>,
  method: object,
  make: (site: CallSite) => Ready,
): () => Ready {
  const site = noteCallSite(method)
  try {
    const ready = make(site)
    return () => ready
  } catch (error) {
    if (isUndescribed(error)) describeCall(error, { operation, client, site })
    return () => {
      throw error
    }
  }
}

/** Makes a call that begins when somebody first waits for it. */
export function lazyCall<Value>(perform: () => Promise<WithMeta<Value>>): Call<Value> {
  return callOf(once(perform))
}

/** Makes a function that begins something when it is first called, and gives the same from then on. */
export function once<Value>(begin: () => Promise<Value>): () => Promise<Value> {
  let begun: Promise<Value> | undefined
  return () => {
    begun ??= begin()
    return begun
  }
}

function callOf<Value>(result: () => Promise<WithMeta<Value>>): Call<Value> {
  return {
    ...awaitable(async () => (await result()).data),
    withMeta: () => awaitable(result),
    safe: () => awaitable(() => settle(result())),
  }
}

/** The result of a call, or the error in its place. */
function settle<Value>(result: Promise<WithMeta<Value>>): Promise<SafeResult<Value>> {
  return result.then(
    ({ data, meta }) => ({ ok: true, data, meta }),
    (error) => {
      if (error instanceof DoorkitError) return { ok: false, error, meta: error.meta }
      throw error
    },
  )
}

/** A promise of something that begins when somebody first waits for it; not an instance of Promise. */
export function awaitable<Value>(begin: () => Promise<Value>): Promise<Value> {
  return {
    // biome-ignore lint/suspicious/noThenProperty: being awaitable is the point of this object
    then: (onFulfilled, onRejected) => begin().then(onFulfilled, onRejected),
    catch: (onRejected) => begin().catch(onRejected),
    finally: (onFinally) => begin().finally(onFinally),
    [Symbol.toStringTag]: 'DoorkitCall',
  }
}
