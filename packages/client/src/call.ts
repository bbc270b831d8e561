import { DoorkitError } from './errors/doorkit-error.ts'
import { lazy } from './lazy.ts'
import type { CallMeta } from './meta.ts'

/** A result together with what the answer said beside its body. */
export interface WithMeta<Value> {
  /** The result. */
  readonly data: Value
  /** What the answer said beside its body. */
  readonly meta: CallMeta
}

/** A result, or the error in its place. `meta` of a failure is that of the last answer, if any. */
export type SafeResult<Value> =
  | { readonly ok: true; readonly data: Value; readonly meta: CallMeta }
  | { readonly ok: false; readonly error: DoorkitError; readonly meta: CallMeta | undefined }

/**
 * What every method returns. Nothing is sent before it is awaited (or `then`, `withMeta`, `safe`
 * are); awaited again, it gives the same result without another request.
 */
export interface Call<Value> extends Promise<Value> {
  /** The result together with request id, status, headers, rate limit, attempts and version. */
  withMeta(): Promise<WithMeta<Value>>
  /** Never throws what the API or the network did wrong: tells it in `ok` and `error`. */
  safe(): Promise<SafeResult<Value>>
}

/** Makes the awaitable of one logical call out of the function that performs it. */
export function createCall<Value>(perform: () => Promise<WithMeta<Value>>): Call<Value> {
  const result = lazy(perform)
  return {
    ...lazy(() => result.then(dataOf)),
    withMeta: () => result,
    safe: () => lazy(() => result.then(succeeded, failed)),
  }
}

function dataOf<Value>({ data }: WithMeta<Value>): Value {
  return data
}

function succeeded<Value>({ data, meta }: WithMeta<Value>): SafeResult<Value> {
  return { ok: true, data, meta }
}

function failed(error: unknown): { ok: false; error: DoorkitError; meta: CallMeta | undefined } {
  if (error instanceof DoorkitError) return { ok: false, error, meta: error.meta }
  throw error
}
