import type { CallMeta, WithMeta } from '../answer/call-meta.ts'

const registrySymbol = Symbol.for('@doorkit/client/meta')

const registry = globalThis as { [registrySymbol]?: WeakMap<object, CallMeta> }
registry[registrySymbol] ??= new WeakMap()

/** Shared by all copies of the package in a program: ES modules, CommonJS and subpaths. */
const metas = registry[registrySymbol]

/**
 * The request id, status, headers and attempts of the answer that the result of a call came with: a
 * document, a page of a list, or a chat stream. Undefined for any other object. The object does not change.
 */
export function metaOf(value: object): CallMeta | undefined {
  return metas.get(value)
}

/** Remembers the meta of a result until the result is garbage-collected. */
export function rememberMeta({ data, meta }: WithMeta<unknown>): void {
  if (typeof data === 'object' && data !== null) metas.set(data, meta)
}
