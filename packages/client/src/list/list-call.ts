import type { WithMeta } from '../answer/call-meta.ts'
import { type Call, callOf, lazyPromise, once } from '../call/call.ts'
import { largestPage } from '../contract/routes.ts'
import { DoorkitError } from '../errors/doorkit-error.ts'
import type { List, ListSource } from './fetch-pages.ts'
import { iterateItems, iteratePages, type ListIterator } from './list-iterator.ts'

/** How much of a list to collect. */
export interface ToArrayOptions {
  /** The most items to collect. Required, because a list may not fit into memory. */
  readonly limit: number
}

/**
 * The result of a list method: `for await` yields every item of every page, and `await` returns the
 * first page. No request is sent before the result is used.
 */
export interface ListCall<Item> extends Call<List<Item>> {
  [Symbol.asyncIterator](): ListIterator<Item>
  /** Returns an iterator over the items. Its `resumeToken` continues the list later. */
  items(): ListIterator<Item>
  /** Returns an iterator over the pages. */
  pages(): ListIterator<List<Item>>
  /** Collects items, up to `limit`. */
  toArray(options: ToArrayOptions): Promise<Item[]>
  /** The first item; undefined if the list is empty. */
  first(): Promise<Item | undefined>
}

/** Creates the call of a list method. `open` throws the error of a query that cannot be sent. */
export function createListCall<Item>(open: () => ListSource<Item>): ListCall<Item> {
  async function collect(limit = 0): Promise<Item[]> {
    const source = open()
    if (!Number.isInteger(limit) || limit < 1) {
      const message = 'toArray needs a limit: a whole number from 1'
      throw source.describe(new DoorkitError('invalid_argument', message))
    }
    const items: Item[] = []
    const maxItems = Math.min(limit, source.maxItems)
    const pageSize = Math.min(maxItems, largestPage)
    for await (const item of iterateItems({ ...source, maxItems, pageSize })) items.push(item)
    return items
  }

  async function firstPage(): Promise<WithMeta<List<Item>>> {
    const { fetchPage, start, signal } = open()
    return fetchPage(start.cursor, signal, undefined)
  }

  const items = () => iterateItems(open())
  return {
    ...callOf(once(firstPage)),
    [Symbol.asyncIterator]: items,
    items,
    pages: () => iteratePages(open()),
    toArray: (given) => lazyPromise(once(() => collect(given?.limit))),
    first: () => lazyPromise(once(async () => (await collect(1))[0])),
  }
}
