import type { WithMeta } from '../answer/call-meta.ts'
import type { DoorkitError } from '../errors/doorkit-error.ts'
import { PaginationError } from '../errors/pagination-error.ts'
import type { List } from './list.ts'
import type { ListPlace, TokenOwner } from './resume-token.ts'

/** A list to walk through. */
export interface ListSource<Item> {
  /** Fetches the page at a cursor; undefined is the first page. */
  readonly fetchPage: (
    cursor: string | undefined,
    signal: AbortSignal | undefined,
    pageSize: number | undefined,
  ) => Promise<WithMeta<List<Item>>>
  readonly start: ListPlace
  /** The list that its tokens belong to. */
  readonly owner: TokenOwner
  /** Unpaged lists are one page, whatever their envelope says. */
  readonly paged: boolean
  /** The size of a page, for a query that names none itself. */
  readonly pageSize?: number
  /** The most items to deliver; infinite when there is no bound. */
  readonly maxItems: number
  /** Whether the next page is fetched while one is delivered. */
  readonly prefetch: boolean | undefined
  /** The caller's. */
  readonly signal: AbortSignal | undefined
  /** Completes an error with the list it ended, and with who called. */
  readonly describe: <Failure extends DoorkitError>(error: Failure) => Failure
}

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

/** Begins at a cursor, and keeps at most one page ahead. */
export function createPageWalk<Item>(source: ListSource<Item>): PageWalk<Item> {
  const { signal } = source
  const seen = new Set([source.start.cursor])
  let broken: PaginationError | undefined
  let ahead: { readonly page: Promise<List<Item>>; readonly abort: () => void } | undefined

  const fetchPage = async (by: AbortSignal | undefined) =>
    (await source.fetchPage(walk.cursor, by, source.pageSize)).data

  const walk = {
    cursor: source.start.cursor,
    ended: false,
    async next() {
      if (broken) throw broken
      if (walk.ended) return undefined
      const begun = signal?.aborted ? undefined : ahead?.page
      ahead = undefined
      const page = await (begun ?? fetchPage(signal))
      const { has_more, next_cursor } = page
      if (!source.paged || !has_more) walk.ended = true
      else if (next_cursor && !seen.has(next_cursor)) {
        seen.add(next_cursor)
        walk.cursor = next_cursor
      } else {
        // Shows when the page after this one is asked for.
        const code = next_cursor ? 'cursor_repeated' : 'cursor_missing'
        broken = source.describe(new PaginationError(code))
      }
      return page
    },
    prefetch() {
      if (!source.prefetch || walk.ended || broken) return
      // AbortSignal.any would do the same, and keep something of every page on the caller's signal.
      const controller = new AbortController()
      const abort = () => controller.abort(signal?.reason)
      if (signal?.aborted) abort()
      signal?.addEventListener('abort', abort)
      const page = fetchPage(controller.signal).finally(() =>
        signal?.removeEventListener('abort', abort),
      )
      page.catch(() => {})
      ahead = { page, abort }
    },
    cancel() {
      ahead?.abort()
      ahead = undefined
    },
  }
  return walk
}
