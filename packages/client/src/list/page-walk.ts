import type { DoorkitError } from '../errors/doorkit-error.ts'
import { PaginationError } from '../errors/pagination-error.ts'
import { createFetchAhead } from './fetch-ahead.ts'
import type { List } from './list.ts'
import type { ListPlace } from './resume-token.ts'

/** Fetches the page at a cursor; undefined is the first page. */
export type FetchPage<Item> = (
  cursor: string | undefined,
  signal: AbortSignal | undefined,
) => Promise<List<Item>>

/** The source of the pages. */
export interface PageSource<Item> {
  readonly fetchPage: FetchPage<Item>
  readonly start: ListPlace
  /** Unpaged lists are one page, whatever their envelope says. */
  readonly paged: boolean
  /** Whether the next page is fetched while one is delivered. */
  readonly prefetch: boolean
  /** The caller's. */
  readonly signal: AbortSignal | undefined
  /** Completes an error with the list it ended, and with who called. */
  readonly describe: <Failure extends DoorkitError>(error: Failure) => Failure
}

/** How many cursors back a repetition is noticed: many more than any list of one workspace. */
const remembered = 1_000

/** Goes through the pages of a list, one after the other. */
export interface PageWalk<Item> {
  /** The cursor that the next page is fetched with. */
  readonly cursor: string | undefined
  /** Whether the last page was fetched. */
  readonly ended: boolean
  /** The next page; after an error, the same page again. Undefined after the last. */
  next(): Promise<List<Item> | undefined>
  /** Begins to fetch the next page, if that is wanted. A failure shows when the page is asked for. */
  prefetch(): void
  /** Gives up the page that is being fetched ahead. */
  cancel(): void
}

/** Begins at a cursor. */
export function createPageWalk<Item>(source: PageSource<Item>): PageWalk<Item> {
  const { fetchPage, paged, signal } = source
  const seen = new Set([source.start.cursor])
  let broken: PaginationError | undefined
  const ahead = source.prefetch ? createFetchAhead(fetchPage, signal) : undefined

  /** Makes ready for the page after this one. A mistake shows only when that page is asked for. */
  function advance({ has_more, next_cursor }: List<Item>) {
    if (!paged || !has_more) {
      walk.ended = true
    } else if (!next_cursor || seen.has(next_cursor)) {
      const code = next_cursor ? 'cursor_repeated' : 'cursor_missing'
      broken = source.describe(new PaginationError(code))
    } else {
      if (seen.size === remembered) seen.delete(seen.values().next().value)
      seen.add(next_cursor)
      walk.cursor = next_cursor
    }
  }

  const walk = {
    cursor: source.start.cursor,
    ended: false,
    async next() {
      if (broken) throw broken
      if (walk.ended) return undefined
      const page = await (ahead?.take() ?? fetchPage(walk.cursor, signal))
      advance(page)
      return page
    },
    prefetch() {
      if (!walk.ended && !broken) ahead?.begin(walk.cursor)
    },
    cancel() {
      ahead?.cancel()
    },
  }
  return walk
}
