import type { WithMeta } from './call.ts'
import type { CallMeta } from './meta.ts'

/** Gives itself as the object that a derived class puts its private members on. */
class Given {
  constructor(value: object) {
    // biome-ignore lint/correctness/noConstructorReturn: what makes the private member one of `value`
    return value
  }
}

/**
 * Keeps the meta of a result as a private member of it, which nothing else can see. A WeakMap does
 * the same, and costs a tenth of a call: every entry is work for each collection of garbage.
 */
class Result extends Given {
  #meta: CallMeta

  constructor(value: object, meta: CallMeta) {
    super(value)
    this.#meta = meta
  }

  static remember(value: object, meta: CallMeta): void {
    if (#meta in value) value.#meta = meta
    else new Result(value, meta)
  }

  static metaOf(value: object): CallMeta | undefined {
    return #meta in value ? value.#meta : undefined
  }
}

/**
 * What the answer that brought an object said beside it: request id, status, headers, attempts.
 * Undefined for everything but what a call of this client resolved with: a document, a page of a
 * list, a chat stream. Nothing of the object changes.
 */
export function metaOf(value: object): CallMeta | undefined {
  return Result.metaOf(Object(value))
}

/** Remembers the meta of a result for as long as somebody holds the result. */
export function rememberMeta({ data, meta }: WithMeta<unknown>): void {
  if (typeof data === 'object' && data !== null) Result.remember(data, meta)
}
