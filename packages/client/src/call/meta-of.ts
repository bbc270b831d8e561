import type { CallMeta, WithMeta } from '../answer/call-meta.ts'

const registryKey = Symbol.for('@doorkit/client/meta')

const place = globalThis as { [registryKey]?: WeakMap<object, CallMeta> }
place[registryKey] ??= new WeakMap()

/** One for all copies of the package in a program: those of ES modules and of CommonJS, of subpaths. */
const metas = place[registryKey]

/**
 * The facts of the answer that brought an object: request id, status, headers, attempts.
 * Undefined for everything but what a call of this client resolved with: a document, a page of a
 * list, a chat stream. Nothing of the object changes.
 */
export function metaOf(value: object): CallMeta | undefined {
  return metas.get(value)
}

/** Remembers the meta of a result for as long as somebody holds the result. */
export function rememberMeta({ data, meta }: WithMeta<unknown>): void {
  if (typeof data === 'object' && data !== null) metas.set(data, meta)
}
