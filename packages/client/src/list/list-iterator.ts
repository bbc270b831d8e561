import { largestPage } from '../contract/routes.ts'
import { AbortedError } from '../errors/aborted-error.ts'
import { createPageFetcher, type List, type ListSource } from './fetch-pages.ts'
import { type ListPosition, writeResumeToken } from './resume-token.ts'

/** The symbol of `await using`, if the runtime's types have it. */
type AsyncDispose = SymbolConstructor extends { readonly asyncDispose: infer Key extends symbol }
  ? Key
  : never

/** Lets `await using` end the iterator, as `return` does. */
export type AsyncDisposal = { readonly [Key in AsyncDispose]: () => Promise<void> }

/**
 * Iterates over a list. Calls of `next` may overlap and are answered in order. After a request that
 * failed, the following `next` fetches the same page again.
 */
// Before TypeScript 5.6, AsyncIterableIterator has one type parameter, so the members declare the rest.
export interface ListIterator<Value> extends AsyncIterableIterator<Value>, AsyncDisposal {
  /**
   * The position of the iterator: pass it to the same list as `resume`, even in another process, to
   * continue after the last delivered item. If this item was not the last of its page, `pages()` repeats
   * the whole page. If the list changed in between, an item may be delivered twice, and an item that
   * moved to the start of the list may be left out. Null when everything was delivered.
   */
  readonly resumeToken: string | null
  next(): Promise<IteratorResult<Value, undefined>>
  return(): Promise<IteratorResult<Value, undefined>>
  [Symbol.asyncIterator](): ListIterator<Value>
}

/** Iterates over the pages, as the server sent them. */
export function iteratePages<Item>(source: ListSource<Item>): ListIterator<List<Item>> {
  const pages = createPageFetcher(source)
  let itemsLeft = source.maxItems

  async function pull(): Promise<List<Item> | undefined> {
    if (itemsLeft <= 0) return undefined
    const page = await pages.next()
    itemsLeft -= page?.data.length ?? 0
    if (itemsLeft > 0) pages.prefetch()
    return page
  }

  return createIterator(source, pages, pull, () =>
    pages.ended ? undefined : { cursor: pages.cursor },
  )
}

/** Iterates over the items of all pages. */
export function iterateItems<Item>(source: ListSource<Item>): ListIterator<Item> {
  const pages = createPageFetcher(source)
  // The items and the cursor of the current page, the id of its last delivered item (undefined at the
  // start and at the end of the page), and the index of its next item.
  let items: readonly Item[] = []
  let { cursor, after } = source.start
  let nextIndex = 0
  let itemsLeft = source.maxItems
  // The items read so far in search of the item `after`. The page may have been larger when the token
  // was written.
  let searchedItems: readonly Item[] = []

  async function pull(): Promise<Item | undefined> {
    if (itemsLeft <= 0) return undefined
    while (nextIndex === items.length) {
      if (searchedItems.length === 0) cursor = pages.cursor
      const page = await pages.next()
      if (!page) return undefined
      const candidates = [...searchedItems, ...page.data]
      // If the largest possible page does not contain the item `after`, the list has changed. Then the
      // items from the cursor on are delivered again, because a gap would be worse.
      const start =
        after === undefined ? 0 : 1 + candidates.findIndex((item) => idOf(item) === after)
      const isMissing = after !== undefined && start === 0
      searchedItems = isMissing && !pages.ended && candidates.length < largestPage ? candidates : []
      if (searchedItems.length > 0) continue
      items = candidates
      nextIndex = start
      if (nextIndex === items.length) after = undefined
      if (itemsLeft > items.length - nextIndex) pages.prefetch()
    }
    // Without this check, an abort would take effect only after the rest of the page.
    if (source.signal?.aborted) throw source.describe(new AbortedError(source.signal))
    const item = items[nextIndex++]
    itemsLeft -= 1
    after = nextIndex === items.length ? undefined : idOf(item)
    return item
  }

  return createIterator(source, pages, pull, () => {
    if (nextIndex < items.length || searchedItems.length > 0) return { cursor, after }
    return pages.ended ? undefined : { cursor: pages.cursor, after }
  })
}

function idOf(item: unknown): string | undefined {
  const { id } = Object(item) as { id?: unknown }
  return typeof id === 'string' ? id : undefined
}

const endResult: IteratorReturnResult<undefined> = { done: true, value: undefined }

/** Creates an iterator. `pull` returns its values, then undefined; `position` returns its position. */
function createIterator<Value>(
  { owner }: Pick<ListSource<unknown>, 'owner'>,
  pages: { cancel(): void },
  pull: () => Promise<Value | undefined>,
  position: () => ListPosition | undefined,
): ListIterator<Value> {
  let isReturned = false
  let lastWork: Promise<unknown> = Promise.resolve()

  function inOrder<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = lastWork.then(work, work)
    lastWork = result
    return result
  }

  const token = () => {
    const at = position()
    return at ? writeResumeToken(at, owner) : null
  }

  const iterator = {
    // With an accessor, V8 would keep each iterator and its page in memory until a full garbage
    // collection.
    resumeToken: token(),
    next: () =>
      inOrder(async () => {
        const value = isReturned ? undefined : await pull()
        iterator.resumeToken = token()
        return value === undefined ? endResult : { done: false, value }
      }),
    return() {
      isReturned = true
      return inOrder(async () => {
        pages.cancel()
        return endResult
      })
    },
    [Symbol.asyncIterator]: () => iterator,
    // In a runtime without the symbol this is a member called `undefined`, which does no harm.
    [Symbol.asyncDispose]: async () => void (await iterator.return()),
  }
  return iterator as ListIterator<Value>
}
