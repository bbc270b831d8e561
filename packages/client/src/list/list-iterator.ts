import { largestPage } from '../contract/routes.ts'
import { AbortedError } from '../errors/aborted-error.ts'
import { createPageWalk, type ListSource, type PageWalk } from './fetch-pages.ts'
import type { List } from './list.ts'
import { type ListPlace, writeResumeToken } from './resume-token.ts'

/** The symbol of `await using`, where the types of the runtime know it. */
type AsyncDispose = SymbolConstructor extends { readonly asyncDispose: infer Key extends symbol }
  ? Key
  : never

/** Ends the iterator at the end of a block that begins with `await using`, as `return` does. */
export type AsyncDisposal = { readonly [Key in AsyncDispose]: () => Promise<void> }

/**
 * Goes through a list. Calls of `next` may overlap: they are answered in order. After an error the
 * following `next` asks for the same page again.
 */
// The members say the rest: TypeScript before 5.6 knows no further arguments of its base.
export interface ListIterator<Value> extends AsyncIterableIterator<Value>, AsyncDisposal {
  /**
   * The position of the iterator: give it to the same list as `resume`, in another process if need be,
   * to go on after what was delivered. An item may come twice when the list changed in between;
   * none is left out. Null when everything was delivered.
   */
  readonly resumeToken: string | null
  next(): Promise<IteratorResult<Value, undefined>>
  return(): Promise<IteratorResult<Value, undefined>>
  [Symbol.asyncIterator](): ListIterator<Value>
}

/** One result per page: the list envelopes as they came. */
export function iteratePages<Item>(source: ListSource<Item>): ListIterator<List<Item>> {
  const walk = createPageWalk(source)
  let left = source.maxItems

  async function pull(): Promise<List<Item> | undefined> {
    if (left <= 0) return undefined
    const page = await walk.next()
    left -= page?.data.length ?? 0
    if (left > 0) walk.prefetch()
    return page
  }

  return createIterator(source, walk, pull, () =>
    walk.ended ? undefined : { cursor: walk.cursor },
  )
}

/** One result per item; pages without items are passed over. */
export function iterateItems<Item>(source: ListSource<Item>): ListIterator<Item> {
  const walk = createPageWalk(source)
  // The page being delivered, how much of it was, and the id of what was delivered last of it.
  let items: readonly Item[] = []
  let { cursor, after } = source.start
  let delivered = 0
  let left = source.maxItems
  // The items of the page that a walk resumes in, until the item is found: it may have been larger.
  let before: readonly Item[] = []

  async function pull(): Promise<Item | undefined> {
    if (left <= 0) return undefined
    while (delivered === items.length) {
      if (before.length === 0) cursor = walk.cursor
      const page = await walk.next()
      if (!page) return undefined
      const found = [...before, ...page.data]
      // A list that resumes inside a page: not found in all that a page can be means that the page
      // changed, and is delivered as a whole rather than with a gap.
      const place = after === undefined ? 0 : 1 + found.findIndex((item) => idOf(item) === after)
      const isSought = after !== undefined && place === 0
      before = isSought && !walk.ended && found.length < largestPage ? found : []
      if (before.length > 0) continue
      items = found
      delivered = place
      if (delivered === items.length) after = undefined
      if (left > items.length - delivered) walk.prefetch()
    }
    // Else a long page would be delivered to its end, and the last one as if nothing had happened.
    if (source.signal?.aborted) throw source.describe(new AbortedError(source.signal))
    const item = items[delivered++]
    left -= 1
    after = delivered === items.length ? undefined : idOf(item)
    return item
  }

  return createIterator(source, walk, pull, () => {
    if (delivered < items.length || before.length > 0) return { cursor, after }
    return walk.ended ? undefined : { cursor: walk.cursor, after }
  })
}

function idOf(item: unknown): string | undefined {
  const { id } = Object(item) as { id?: unknown }
  return typeof id === 'string' ? id : undefined
}

const ended: IteratorReturnResult<undefined> = { done: true, value: undefined }

/** Makes an iterator out of what gives its values, undefined at the end, and what says where it is. */
function createIterator<Value>(
  { owner }: Pick<ListSource<unknown>, 'owner'>,
  walk: PageWalk<unknown>,
  pull: () => Promise<Value | undefined>,
  place: () => ListPlace | undefined,
): ListIterator<Value> {
  let returned = false
  let last: Promise<unknown> = Promise.resolve()

  function inOrder<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = last.then(work, work)
    last = result
    return result
  }

  const token = () => {
    const at = place()
    return at ? writeResumeToken(at, owner) : null
  }

  const iterator = {
    // Not an accessor: V8 would keep each iterator, and its page, until the next full collection.
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
        walk.cancel()
        return ended
      })
    },
    [Symbol.asyncIterator]: () => iterator,
    // A runtime without the symbol gets the key `undefined`, which no caller asks for.
    [Symbol.asyncDispose]: async () => void (await iterator.return()),
  }
  return iterator as ListIterator<Value>
}
