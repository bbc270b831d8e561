import type { CallMeta, WithMeta } from '../answer/call-meta.ts'
import { type CallSite, noteCallSite } from '../errors/call-site.ts'
import { DoorkitError, describeCall, isUndescribed } from '../errors/doorkit-error.ts'
import type { OutgoingCall } from './outgoing-call.ts'
import type { Performer } from './perform-call.ts'
import type { Route } from './route.ts'

/** A result or an error. A failure has the `meta` of its last attempt, if that attempt was answered. */
export type SafeResult<Value> =
  | { readonly ok: true; readonly data: Value; readonly meta: CallMeta }
  | { readonly ok: false; readonly error: DoorkitError; readonly meta: CallMeta | undefined }

/**
 * The promise that the method of an operation returns. The call starts in the next microtask, whether or not
 * anything awaits it; only a {@link ListCall} waits until it is used. Awaiting a call again returns the
 * same result without another request. As with any promise, a failure that nothing handles is an
 * unhandled rejection.
 */
export interface Call<Value> extends Promise<Value> {
  /** The result together with request id, status, headers, rate limit, attempts and version. */
  withMeta(): Promise<WithMeta<Value>>
  /**
   * Resolves with the result or the DoorkitError of the call: check `ok`, then read `data` or `error`. A
   * failure then counts as handled, whether or not anything awaits the result.
   */
  safe(): Promise<SafeResult<Value>>
}

/** Makes a call that starts in the next microtask. `method` is the function that the program called. */
export function startCall<Value>(
  parts: Performer & Pick<Route, 'operation'>,
  method: object,
  make: (site: CallSite) => OutgoingCall<Value>,
): Call<Value> {
  const callOrThrow = prepare(parts, method, make)
  const result = Promise.resolve().then(() => parts.perform(callOrThrow()))
  return {
    ...callOf(() => result),
    safe: () => toSafeResult(result),
  }
}

/**
 * Reads the input of a call immediately, so that later changes to it have no effect. If the input has an
 * error, the returned function throws it, and the call rejects as for any other error.
 */
export function prepare<Value>(
  { operation, client }: Pick<Performer, 'client'> & Pick<Route, 'operation'>,
  method: object,
  make: (site: CallSite) => Value,
): () => Value {
  const site = noteCallSite(method)
  try {
    const value = make(site)
    return () => value
  } catch (error) {
    if (isUndescribed(error)) describeCall(error, { operation, client, site })
    return () => {
      throw error
    }
  }
}

/** Remembers the promise of `begin`, which is called on the first use. */
export function once<Value>(begin: () => Promise<Value>): () => Promise<Value> {
  let promise: Promise<Value> | undefined
  return () => {
    promise ??= begin()
    return promise
  }
}

/** Makes a call that gets its result from `result` at each use. */
export function callOf<Value>(result: () => Promise<WithMeta<Value>>): Call<Value> {
  return {
    ...lazyPromise(async () => (await result()).data),
    withMeta: () => lazyPromise(result),
    safe: () => lazyPromise(() => toSafeResult(result())),
  }
}

/** Resolves with the DoorkitError of a call instead of rejecting. */
function toSafeResult<Value>(result: Promise<WithMeta<Value>>): Promise<SafeResult<Value>> {
  return result.then(
    ({ data, meta }) => ({ ok: true, data, meta }),
    (error) => {
      if (error instanceof DoorkitError) return { ok: false, error, meta: error.meta }
      throw error
    },
  )
}

/**
 * Makes an object that calls `begin` each time it is awaited like a promise. It is not an instance of
 * Promise.
 */
export function lazyPromise<Value>(begin: () => Promise<Value>): Promise<Value> {
  return {
    // biome-ignore lint/suspicious/noThenProperty: this object has to be awaitable
    then: (onFulfilled, onRejected) => begin().then(onFulfilled, onRejected),
    catch: (onRejected) => begin().catch(onRejected),
    finally: (onFinally) => begin().finally(onFinally),
    [Symbol.toStringTag]: 'DoorkitCall',
  }
}
