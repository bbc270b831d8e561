import type { List } from './list.ts'
import { createPageWalk, type PageSource } from './page-walk.ts'
import { type Place, writeResumeToken } from './resume-token.ts'

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
   * Where the iterator stands: give it to the same list as `resume`, in another process if need be,
   * to go on after what was delivered. An item may come twice when the list changed in between;
   * none is left out. Null when everything was delivered.
   */
  readonly resumeToken: string | null
  next(): Promise<IteratorResult<Value, undefined>>
  return(): Promise<IteratorResult<Value, undefined>>
  [Symbol.asyncIterator](): ListIterator<Value>
}

/** What an iterator is made of. */
export interface ListSource<Item> extends PageSource<Item> {
  readonly start: Place
  /** Whether the next page is fetched while one is delivered. */
  readonly prefetch: boolean
  /** The most items to deliver; infinite when there is no bound. */
  readonly maxItems: number
}

/** One result per page: the list envelopes as they came. */
export function iteratePages<Item>(source: ListSource<Item>): ListIterator<List<Item>> {
  const walk = createPageWalk(source, source.start.cursor)
  let left = source.maxItems
  return createIterator({
    async pull() {
      const page = left > 0 ? await walk.next() : undefined
      left -= page?.data.length ?? 0
      if (source.prefetch && left > 0) walk.prefetch()
      return resultOf(page)
    },
    resumeToken: () =>
      walk.ended ? null : writeResumeToken({ cursor: walk.cursor, after: undefined }),
    close: walk.cancel,
  })
}

/** One result per item; pages without items are passed over. */
export function iterateItems<Item>(source: ListSource<Item>): ListIterator<Item> {
  const walk = createPageWalk(source, source.start.cursor)
  // The page being delivered, how much of it was, and the id of what was delivered last of it.
  let items: readonly Item[] = []
  let cursor = source.start.cursor
  let delivered = 0
  let left = source.maxItems
  let { after } = source.start

  async function pull(): Promise<IteratorResult<Item, undefined>> {
    if (left <= 0) return ended
    while (delivered === items.length) {
      cursor = walk.cursor
      const page = await walk.next()
      if (!page) return ended
      items = page.data
      // A list that resumes inside a page: not found means that the page changed, and is delivered
      // as a whole rather than with a gap.
      delivered = after === undefined ? 0 : 1 + items.findIndex((item) => idOf(item) === after)
      if (delivered === items.length) after = undefined
      if (source.prefetch && left > items.length - delivered) walk.prefetch()
    }
    const item = items[delivered++]
    left -= 1
    after = delivered === items.length ? undefined : idOf(item)
    return resultOf(item)
  }

  return createIterator({
    pull,
    resumeToken() {
      if (delivered < items.length) return writeResumeToken({ cursor, after })
      return walk.ended ? null : writeResumeToken({ cursor: walk.cursor, after })
    },
    close: walk.cancel,
  })
}

const ended: IteratorReturnResult<undefined> = { done: true, value: undefined }

function resultOf<Value>(value: Value | undefined): IteratorResult<Value, undefined> {
  return value === undefined ? ended : { done: false, value }
}

function idOf(item: unknown): string | undefined {
  const { id } = Object(item) as { id?: unknown }
  return typeof id === 'string' ? id : undefined
}

/** What an iterator does. */
interface IteratorParts<Value> {
  readonly pull: () => Promise<IteratorResult<Value, undefined>>
  readonly resumeToken: () => string | null
  /** Gives up what was begun. */
  readonly close: () => void
}

function createIterator<Value>(parts: IteratorParts<Value>): ListIterator<Value> {
  const { pull, resumeToken, close } = parts
  let returned = false
  let last: Promise<unknown> = Promise.resolve()

  function inOrder<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = last.then(work, work)
    last = result
    return result
  }

  function end(): Promise<IteratorReturnResult<undefined>> {
    returned = true
    return inOrder(async () => {
      close()
      return ended
    })
  }

  const iterator = {
    get resumeToken() {
      return resumeToken()
    },
    next: () => inOrder(async () => (returned ? ended : pull())),
    return: end,
    [Symbol.asyncIterator]: () => iterator,
    // Where a runtime has no such symbol yet, the key is a name that nobody asks for.
    [Symbol.asyncDispose]: async () => void (await end()),
  } as ListIterator<Value>
  return iterator
}
