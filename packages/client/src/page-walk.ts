import { PaginationError } from './errors/pagination-error.ts'
import type { List } from './list.ts'

/** Fetches the page at a cursor; undefined is the first page. */
export type FetchPage<Item> = (cursor: string | undefined) => Promise<List<Item>>

/** How many cursors back a repetition is noticed: many more than any list of one workspace. */
const remembered = 1_000

/** Goes through the pages of a list, one after the other. */
export interface PageWalk<Item> {
  /** What the next page is fetched with. */
  readonly cursor: string | undefined
  /** Whether the last page was fetched. */
  readonly ended: boolean
  /** The next page; after an error, the same page again. Undefined after the last. */
  next(): Promise<List<Item> | undefined>
}

/** Begins at a cursor. Unpaged lists are one page, whatever their envelope says. */
export function createPageWalk<Item>(
  fetchPage: FetchPage<Item>,
  start: string | undefined,
  paged: boolean,
): PageWalk<Item> {
  const seen = new Set([start])
  let cursor = start
  let ended = false
  let broken: PaginationError | undefined

  /** Makes ready for the page after this one. What is wrong shows only when that is asked for. */
  function advance(page: List<Item>) {
    if (!paged || !page.has_more) {
      ended = true
    } else if (!page.next_cursor) {
      broken = new PaginationError('cursor_missing')
    } else if (seen.has(page.next_cursor)) {
      broken = new PaginationError('cursor_repeated')
    } else {
      cursor = page.next_cursor
      if (seen.size === remembered) seen.delete(seen.values().next().value)
      seen.add(cursor)
    }
  }

  return {
    get cursor() {
      return cursor
    },
    get ended() {
      return ended
    },
    async next() {
      if (broken) throw broken
      if (ended) return undefined
      const page = await fetchPage(cursor)
      advance(page)
      return page
    },
  }
}
