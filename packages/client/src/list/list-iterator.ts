import { largestPage } from '../contract/routes.ts'
import { AbortedError } from '../errors/aborted-error.ts'
import { createPageFetcher, type List, type ListSource, type PageFetcher } from './fetch-pages.ts'
import { type ListPosition, writeResumeToken } from './resume-token.ts'

/** The symbol of `await using`, if the runtime's types have it. */
type AsyncDispose = SymbolConstructor extends { readonly asyncDispose: infer Key extends symbol }
  ? Key
  : never

/** Lets `await using` end the iterator, as `return` does. */
export type AsyncDisposal = { readonly [Key in AsyncDispose]: () => Promise<void> }

/**
 * Iterates over a list. Calls of `next` may overlap and are answered in order. After an error, the
 * following `next` fetches the same page again.
 */
// Before TypeScript 5.6, AsyncIterableIterator has one type argument, so the members declare the rest.
export interface ListIterator<Value> extends AsyncIterableIterator<Value>, AsyncDisposal {
  /**
   * The position of the iterator: pass it to the same list as `resume`, even in another process, to
   * continue after the last delivered item. If the list changed in between, an item may be delivered
   * twice, but none is skipped. Null when everything was delivered.
   */
  readonly resumeToken: string | null
  next(): Promise<IteratorResult<Value, undefined>>
  return(): Promise<IteratorResult<Value, undefined>>
  [Symbol.asyncIterator](): ListIterator<Value>
}

/** Iterates over the pages, as the server sent them. */
export function iteratePages<Item>(source: ListSource<Item>): ListIterator<List<Item>> {
  const pages = createPageFetcher(source)
  let left = source.maxItems

  async function pull(): Promise<List<Item> | undefined> {
    if (left <= 0) return undefined
    const page = await pages.next()
    left -= page?.data.length ?? 0
    if (left > 0) pages.prefetch()
    return page
  }

  return createIterator(source, pages, pull, () =>
    pages.ended ? undefined : { cursor: pages.cursor },
  )
}

/** Iterates over the items of all pages. */
export function iterateItems<Item>(source: ListSource<Item>): ListIterator<Item> {
  const pages = createPageFetcher(source)
  // The items and the cursor of the current page, the id of the last delivered item, and how many were
  // delivered.
  let items: readonly Item[] = []
  let { cursor, after } = source.start
  let delivered = 0
  let left = source.maxItems
  // Items read so far in search of the resumed item: the page may have been larger when the token was
  // made.
  let searched: readonly Item[] = []

  async function pull(): Promise<Item | undefined> {
    if (left <= 0) return undefined
    while (delivered === items.length) {
      if (searched.length === 0) cursor = pages.cursor
      const page = await pages.next()
      if (!page) return undefined
      const found = [...searched, ...page.data]
      // This resumes inside a page. If the item is not within the largest possible page, the list has
      // changed. Then the whole list is delivered again, because a gap would be worse.
      const start = after === undefined ? 0 : 1 + found.findIndex((item) => idOf(item) === after)
      const isMissing = after !== undefined && start === 0
      searched = isMissing && !pages.ended && found.length < largestPage ? found : []
      if (searched.length > 0) continue
      items = found
      delivered = start
      if (delivered === items.length) after = undefined
      if (left > items.length - delivered) pages.prefetch()
    }
    // Without this check, an abort would take effect only after the rest of the page.
    if (source.signal?.aborted) throw source.describe(new AbortedError(source.signal))
    const item = items[delivered++]
    left -= 1
    after = delivered === items.length ? undefined : idOf(item)
    return item
  }

  return createIterator(source, pages, pull, () => {
    if (delivered < items.length || searched.length > 0) return { cursor, after }
    return pages.ended ? undefined : { cursor: pages.cursor, after }
  })
}

function idOf(item: unknown): string | undefined {
  const { id } = Object(item) as { id?: unknown }
  return typeof id === 'string' ? id : undefined
}

const ended: IteratorReturnResult<undefined> = { done: true, value: undefined }

/** Creates an iterator. `pull` returns its values, then undefined; `position` returns its position. */
function createIterator<Value>(
  { owner }: Pick<ListSource<unknown>, 'owner'>,
  pages: PageFetcher<unknown>,
  pull: () => Promise<Value | undefined>,
  position: () => ListPosition | undefined,
): ListIterator<Value> {
  let returned = false
  let last: Promise<unknown> = Promise.resolve()

  function inOrder<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = last.then(work, work)
    last = result
    return result
  }

  const token = () => {
    const at = position()
    return at ? writeResumeToken(at, owner) : null
  }

  const iterator = {
    // With an accessor, V8 would keep each iterator and its page in memory until a full collection.
    resumeToken: token(),
    next: () =>
      inOrder(async () => {
        const value = returned ? undefined : await pull()
        iterator.resumeToken = token()
        return value === undefined ? ended : { done: false, value }
      }),
    return() {
      returned = true
      return inOrder(async () => {
        pages.cancel()
        return ended
      })
    },
    [Symbol.asyncIterator]: () => iterator,
    // In a runtime without the symbol this is a member called `undefined`, which does no harm.
    [Symbol.asyncDispose]: async () => void (await iterator.return()),
  }
  return iterator as ListIterator<Value>
}
