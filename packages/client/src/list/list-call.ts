import type { WithMeta } from '../answer/call-meta.ts'
import { awaitable, type Call, lazyCall } from '../call/call.ts'
import type { ListOptions } from '../call/call-options.ts'
import { largestPage } from '../contract/routes.ts'
import { DoorkitError } from '../errors/doorkit-error.ts'
import type { List } from './list.ts'
import { iterateItems, iteratePages, type ListIterator, type ListSource } from './list-iterator.ts'
import type { ListPlace } from './resume-token.ts'

/** How much of a list to collect. */
export interface ToArrayOptions {
  /** The most items to collect; said out loud, because a list can be longer than the memory. */
  readonly limit: number
}

/**
 * The result of a list method: `for await` gives every item of every page, `await` the first page.
 * Nothing is sent before one of them starts.
 */
export interface ListCall<Item> extends Call<List<Item>> {
  [Symbol.asyncIterator](): ListIterator<Item>
  /** Goes through the items, as `for await` over the list does, with a `resumeToken`. */
  items(): ListIterator<Item>
  /** Goes through the pages. */
  pages(): ListIterator<List<Item>>
  /** Collects items, up to `limit`. */
  toArray(options: ToArrayOptions): Promise<Item[]>
  /** The first item; undefined when the list is empty. */
  first(): Promise<Item | undefined>
}

/** The parts of a list call. */
export interface ListCallSource<Item> {
  /** `pageSize` is for a query that names none itself. */
  readonly fetchPage: (
    cursor: string | undefined,
    signal: AbortSignal | undefined,
    pageSize?: number,
  ) => Promise<WithMeta<List<Item>>>
  readonly options: Pick<ListOptions, 'signal' | 'prefetch' | 'maxItems'>
  readonly paged: boolean
  /** The start of the list; throws when the caller's token is not one of a list. */
  readonly start: () => ListPlace
  /** Completes an error with the list it ended, and with who called. */
  readonly describe: <Failure extends DoorkitError>(error: Failure) => Failure
}

/** Makes the list call of one query. */
export function createListCall<Item>(source: ListCallSource<Item>): ListCall<Item> {
  const { fetchPage, options, paged, start, describe } = source
  const { signal, prefetch = false, maxItems = Number.POSITIVE_INFINITY } = options

  const open = (most = maxItems, pageSize?: number): ListSource<Item> => {
    return {
      paged,
      signal,
      prefetch,
      describe,
      maxItems: most,
      start: start(),
      fetchPage: async (cursor, pageSignal) => (await fetchPage(cursor, pageSignal, pageSize)).data,
    }
  }

  async function collect(limit = 0): Promise<Item[]> {
    if (!Number.isInteger(limit) || limit < 1) {
      const message = 'toArray needs a limit: a whole number from 1'
      throw describe(new DoorkitError('invalid_argument', message))
    }
    const items: Item[] = []
    const most = Math.min(limit, maxItems)
    const walk = iterateItems(open(most, Math.min(most, largestPage)))
    for await (const item of walk) items.push(item)
    return items
  }

  const items = () => iterateItems(open())
  return {
    ...lazyCall(async () => fetchPage(start().cursor, signal)),
    [Symbol.asyncIterator]: items,
    items,
    pages: () => iteratePages(open()),
    toArray: (given) => once(() => collect(given?.limit)),
    first: () => once(async () => (await collect(1))[0]),
  }
}

/** A promise of what begins when somebody first waits for it, and then once. */
function once<Value>(begin: () => Promise<Value>): Promise<Value> {
  let begun: Promise<Value> | undefined
  return awaitable(() => {
    begun ??= begin()
    return begun
  })
}
