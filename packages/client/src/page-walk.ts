import { PaginationError } from './errors/pagination-error.ts'
import type { List } from './list.ts'

/** Fetches the page at a cursor; undefined is the first page. */
export type FetchPage<Item> = (
  cursor: string | undefined,
  signal: AbortSignal | undefined,
) => Promise<List<Item>>

/** Where the pages come from. */
export interface PageSource<Item> {
  readonly fetchPage: FetchPage<Item>
  /** Unpaged lists are one page, whatever their envelope says. */
  readonly paged: boolean
  /** The caller's. */
  readonly signal: AbortSignal | undefined
}

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
  /** Begins to fetch the next page, if there is one. What fails shows when it is asked for. */
  prefetch(): void
  /** Gives up the page that is being fetched ahead. */
  cancel(): void
}

/** Begins at a cursor. */
export function createPageWalk<Item>(
  source: PageSource<Item>,
  start: string | undefined,
): PageWalk<Item> {
  const { fetchPage, paged, signal } = source
  const seen = new Set([start])
  let cursor = start
  let ended = false
  let broken: PaginationError | undefined
  let ahead: { readonly page: Promise<List<Item>>; readonly cancel: () => void } | undefined

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
      const fetching = ahead?.page ?? fetchPage(cursor, signal)
      ahead = undefined
      const page = await fetching
      advance(page)
      return page
    },
    prefetch() {
      if (ended || broken || ahead) return
      const controller = new AbortController()
      const forward = () => controller.abort(signal?.reason)
      if (signal?.aborted) forward()
      signal?.addEventListener('abort', forward)
      const page = fetchPage(cursor, controller.signal).finally(() =>
        signal?.removeEventListener('abort', forward),
      )
      page.catch(() => {})
      ahead = { page, cancel: () => controller.abort() }
    },
    cancel() {
      ahead?.cancel()
      ahead = undefined
    },
  }
}
