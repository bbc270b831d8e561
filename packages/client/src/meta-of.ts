import type { WithMeta } from './call.ts'
import type { CallMeta } from './meta.ts'

const metas = new WeakMap<object, CallMeta>()

/**
 * What the answer that brought an object said beside it: request id, status, headers, attempts.
 * Undefined for everything but what a call of this client resolved with: a document, a page of a
 * list, a chat stream. The object itself is not touched.
 */
export function metaOf(value: object): CallMeta | undefined {
  return metas.get(value)
}

/** Remembers the meta of a result for as long as somebody holds the result. */
export function rememberMeta({ data, meta }: WithMeta<unknown>): void {
  if (typeof data === 'object' && data !== null) metas.set(data, meta)
}
