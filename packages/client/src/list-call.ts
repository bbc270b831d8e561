import { type Call, createCall, type WithMeta } from './call.ts'
import { DoorkitError } from './errors/doorkit-error.ts'
import { lazy } from './lazy.ts'
import type { List } from './list.ts'
import { iterateItems, iteratePages, type ListIterator, type ListSource } from './list-iterator.ts'
import type { Place } from './resume-token.ts'

/** How much of a list to collect. */
export interface ToArrayOptions {
  /** The most items to collect; said out loud, because a list can be longer than the memory. */
  readonly limit: number
}

/**
 * What a list method returns: `for await` gives every item of every page, `await` the first page.
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

/** What a list call is made of. */
export interface ListCallSource<Item> {
  /** `pageSize` is a wish, for a query that names none itself. */
  readonly fetchPage: (
    cursor: string | undefined,
    pageSize?: number,
  ) => Promise<WithMeta<List<Item>>>
  readonly paged: boolean
  /** Where the list begins; throws when the caller's token is none. */
  readonly start: () => Place
  /** The most items a page can have. */
  readonly largestPage: number
}

/** Makes the list call of one query. */
export function createListCall<Item>(source: ListCallSource<Item>): ListCall<Item> {
  const { fetchPage, paged, start, largestPage } = source

  const open = (pageSize?: number): ListSource<Item> => ({
    paged,
    start: start(),
    fetchPage: async (cursor) => (await fetchPage(cursor, pageSize)).data,
  })

  async function collect(limit: number | undefined): Promise<Item[]> {
    if (limit === undefined || !Number.isInteger(limit) || limit < 1) {
      throw new DoorkitError('invalid_argument', 'toArray needs a limit: a whole number above 0')
    }
    const items: Item[] = []
    for await (const item of iterateItems(open(Math.min(limit, largestPage)))) {
      if (items.push(item) === limit) break
    }
    return items
  }

  const items = () => iterateItems(open())
  return {
    ...createCall(async () => fetchPage(start().cursor)),
    [Symbol.asyncIterator]: items,
    items,
    pages: () => iteratePages(open()),
    toArray: (options) => lazy(() => collect(options?.limit)),
    first: () => lazy(async () => (await collect(1))[0]),
  }
}
