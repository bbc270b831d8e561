import type { List } from './list.ts'
import { createPageWalk, type FetchPage } from './page-walk.ts'
import { type Place, writeResumeToken } from './resume-token.ts'

/**
 * Goes through a list. Calls of `next` may overlap: they are answered in order. After an error the
 * following `next` asks for the same page again.
 */
// The members say the rest: TypeScript before 5.6 knows no further arguments of its base.
export interface ListIterator<Value> extends AsyncIterableIterator<Value> {
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
export interface ListSource<Item> {
  readonly fetchPage: FetchPage<Item>
  readonly paged: boolean
  readonly start: Place
}

/** One result per page: the list envelopes as they came. */
export function iteratePages<Item>(source: ListSource<Item>): ListIterator<List<Item>> {
  const walk = createPageWalk(source.fetchPage, source.start.cursor, source.paged)
  return createIterator(
    async () => resultOf(await walk.next()),
    () => (walk.ended ? null : writeResumeToken({ cursor: walk.cursor, after: undefined })),
  )
}

/** One result per item; pages without items are passed over. */
export function iterateItems<Item>(source: ListSource<Item>): ListIterator<Item> {
  const walk = createPageWalk(source.fetchPage, source.start.cursor, source.paged)
  // The page being delivered, how much of it was, and the id of what was delivered last of it.
  let items: readonly Item[] = []
  let cursor = source.start.cursor
  let delivered = 0
  let { after } = source.start

  async function nextItem(): Promise<IteratorResult<Item, undefined>> {
    while (delivered === items.length) {
      cursor = walk.cursor
      const page = await walk.next()
      if (!page) return ended
      items = page.data
      // A list that resumes inside a page: not found means that the page changed, and is delivered
      // as a whole rather than with a gap.
      delivered = after === undefined ? 0 : 1 + items.findIndex((item) => idOf(item) === after)
      if (delivered === items.length) after = undefined
    }
    const item = items[delivered++]
    after = delivered === items.length ? undefined : idOf(item)
    return resultOf(item)
  }

  return createIterator(nextItem, () => {
    if (delivered < items.length) return writeResumeToken({ cursor, after })
    return walk.ended ? null : writeResumeToken({ cursor: walk.cursor, after })
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

function createIterator<Value>(
  pull: () => Promise<IteratorResult<Value, undefined>>,
  resumeToken: () => string | null,
): ListIterator<Value> {
  let returned = false
  let last: Promise<unknown> = Promise.resolve()

  function inOrder<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = last.then(work, work)
    last = result
    return result
  }

  return {
    get resumeToken() {
      return resumeToken()
    },
    next: () => inOrder(async () => (returned ? ended : pull())),
    return() {
      returned = true
      return inOrder(async () => ended)
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}
