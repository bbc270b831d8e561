import { awaitable, type Call, lazyCall, once } from '../call/call.ts'
import { largestPage } from '../contract/routes.ts'
import { DoorkitError } from '../errors/doorkit-error.ts'
import type { ListSource } from './fetch-pages.ts'
import type { List } from './list.ts'
import { iterateItems, iteratePages, type ListIterator } from './list-iterator.ts'

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

/** Makes the list call of one query. `open` throws the error of a query that cannot be sent. */
export function createListCall<Item>(open: () => ListSource<Item>): ListCall<Item> {
  async function collect(limit = 0): Promise<Item[]> {
    const source = open()
    if (!Number.isInteger(limit) || limit < 1) {
      const message = 'toArray needs a limit: a whole number from 1'
      throw source.describe(new DoorkitError('invalid_argument', message))
    }
    const items: Item[] = []
    const maxItems = Math.min(limit, source.maxItems)
    const walk = iterateItems({ ...source, maxItems, pageSize: Math.min(maxItems, largestPage) })
    for await (const item of walk) items.push(item)
    return items
  }

  const items = () => iterateItems(open())
  return {
    ...lazyCall(async () => {
      const { fetchPage, start, signal } = open()
      return fetchPage(start.cursor, signal, undefined)
    }),
    [Symbol.asyncIterator]: items,
    items,
    pages: () => iteratePages(open()),
    toArray: (given) => awaitable(once(() => collect(given?.limit))),
    first: () => awaitable(once(async () => (await collect(1))[0])),
  }
}
