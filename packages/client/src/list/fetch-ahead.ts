import type { List } from './list.ts'
import type { FetchPage } from './page-walk.ts'

/** Fetches a page of a list before it is asked for. */
export interface FetchAhead<Item> {
  /** Begins to fetch the page at a cursor. A failure shows when the page is taken. */
  begin(cursor: string | undefined): void
  /** The page that was begun; undefined when none was, or the caller's signal has ended it. */
  take(): Promise<List<Item>> | undefined
  /** Gives up the page that was begun. */
  cancel(): void
}

/** Keeps at most one page ahead. The signal of the caller ends its fetching too. */
export function createFetchAhead<Item>(
  fetchPage: FetchPage<Item>,
  signal: AbortSignal | undefined,
): FetchAhead<Item> {
  let ahead: { readonly page: Promise<List<Item>>; readonly abort: () => void } | undefined

  return {
    begin(cursor) {
      // AbortSignal.any would do the same, and keep something of every page on the caller's signal.
      const controller = new AbortController()
      const abort = () => controller.abort(signal?.reason)
      if (signal?.aborted) abort()
      signal?.addEventListener('abort', abort)
      const page = fetchPage(cursor, controller.signal).finally(() =>
        signal?.removeEventListener('abort', abort),
      )
      page.catch(() => {})
      ahead = { page, abort }
    },
    take() {
      const page = signal?.aborted ? undefined : ahead?.page
      ahead = undefined
      return page
    },
    cancel() {
      ahead?.abort()
      ahead = undefined
    },
  }
}
