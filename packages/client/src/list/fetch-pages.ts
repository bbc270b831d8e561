import type { WithMeta } from '../answer/call-meta.ts'
import type { DoorkitError } from '../errors/doorkit-error.ts'
import { PaginationError } from '../errors/pagination-error.ts'
import type { ListPosition, TokenOwner } from './resume-token.ts'

/** One page of a list. */
export interface List<Item> {
  object: 'list'
  /** The items of this page. */
  data: Item[]
  /** Whether there is another page. */
  has_more: boolean
  /** The opaque cursor of the next page; null on the last one. */
  next_cursor: string | null
}

/** A list whose pages can be fetched. */
export interface ListSource<Item> {
  /** Fetches the page at a cursor, or the first page without one. */
  readonly fetchPage: (
    cursor: string | undefined,
    signal: AbortSignal | undefined,
    pageSize: number | undefined,
  ) => Promise<WithMeta<List<Item>>>
  readonly start: ListPosition
  /** Identifies the list in its resume tokens, so that another list does not accept them. */
  readonly owner: TokenOwner
  /** False for a list that is always one page, whatever its envelope says. */
  readonly paged: boolean
  /** The page size for a query without a `limit`. */
  readonly pageSize?: number
  /** The most items to deliver; Infinity for all. */
  readonly maxItems: number
  /** Whether the next page is fetched while the current one is delivered. */
  readonly prefetch: boolean | undefined
  /** The caller's signal. */
  readonly signal: AbortSignal | undefined
  /** Adds the list and the caller to an error. */
  readonly describe: <Failure extends DoorkitError>(error: Failure) => Failure
}

/**
 * Creates a fetcher that returns the pages of a list in order, from `source.start` on. It prefetches at
 * most one page.
 */
export function createPageFetcher<Item>(source: ListSource<Item>) {
  const { signal } = source
  const seenCursors = new Set([source.start.cursor])
  let cursorError: PaginationError | undefined
  let pendingPrefetch:
    | { readonly page: Promise<List<Item>>; readonly abort: () => void }
    | undefined

  const fetchPage = async (pageSignal: AbortSignal | undefined) =>
    (await source.fetchPage(fetcher.cursor, pageSignal, source.pageSize)).data

  const fetcher = {
    /** The cursor of the next page. */
    cursor: source.start.cursor,
    /** Whether the last page has been fetched. */
    ended: false,
    /** Returns the next page, or undefined after the last. After a failed request, repeats it. */
    async next(): Promise<List<Item> | undefined> {
      if (cursorError) throw cursorError
      if (fetcher.ended) return undefined
      const prefetchedPage = signal?.aborted ? undefined : pendingPrefetch?.page
      pendingPrefetch = undefined
      const page = await (prefetchedPage ?? fetchPage(signal))
      const { has_more, next_cursor } = page
      if (!source.paged || !has_more) fetcher.ended = true
      else if (next_cursor && !seenCursors.has(next_cursor)) {
        seenCursors.add(next_cursor)
        fetcher.cursor = next_cursor
      } else {
        // The error is thrown only when the page after this one is asked for.
        const code = next_cursor ? 'cursor_repeated' : 'cursor_missing'
        cursorError = source.describe(new PaginationError(code))
      }
      return page
    },
    /** Starts to fetch the next page, if the list has `prefetch`. If that fails, `next` throws the error. */
    prefetch() {
      if (!source.prefetch || fetcher.ended || cursorError) return
      // `AbortSignal.any` would leave data of every page on the caller's signal.
      const controller = new AbortController()
      const abort = () => controller.abort(signal?.reason)
      if (signal?.aborted) abort()
      signal?.addEventListener('abort', abort)
      const page = fetchPage(controller.signal).finally(() =>
        signal?.removeEventListener('abort', abort),
      )
      page.catch(() => {})
      pendingPrefetch = { page, abort }
    },
    /** Aborts the prefetch. */
    cancel() {
      pendingPrefetch?.abort()
      pendingPrefetch = undefined
    },
  }
  return fetcher
}
