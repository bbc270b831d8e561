import { type List, limits } from '@doorkit/models'
import type { Filter } from '@doorkit/store'
import { type Collection, equals, positionOf } from '../collections/collection.ts'
import type { TypedRow } from '../collections/declare-collection.ts'
import type { Context } from '../commit/request-context.ts'
import { listedRowBytes, listedRows, streamedAnswerBytes, workPerTick } from '../limits/bounds.ts'
import { workOf } from '../limits/fair-ticks.ts'
import { JsonStream, LaterValue, PagedList, type WithPagedLists } from '../text/json-stream.ts'

/** A list to page through, and how to make its items: one by one, or for all rows of a step together. */
export type PageRequest<Columns, Data, Item> = RowsRequest<Columns, Data> &
  (
    | { readonly toItem: (row: TypedRow<Columns, Data>) => Item | Promise<Item> }
    | { readonly toItems: (rows: readonly TypedRow<Columns, Data>[]) => Promise<readonly Item[]> }
  )

interface RowsRequest<Columns, Data> {
  readonly collection: Pick<Collection<Columns, Data>, 'plan' | 'list'>
  /** The name of the index that orders the list. */
  readonly index: string
  /** Default: the newest first. */
  readonly dir?: 'asc' | 'desc' | undefined
  /** Conditions in addition to the workspace. */
  readonly where?: Filter | undefined
  /** Conditions that change with time. A cursor is not bound to them. */
  readonly also?: Filter | undefined
  readonly query: {
    readonly limit?: number | undefined
    readonly starting_after?: string | undefined
  }
  /** Whether clients read incrementally: every change that this read does not see gets a later time. */
  readonly isIncremental?: boolean | undefined
  /**
   * How many rows to read in the first step. The length of the rows of a step decides how many the next
   * step reads. Default: 25.
   */
  readonly rowsAtOnce?: number | undefined
}

/** Answers one page of a list by keyset: no row is skipped or repeated unless it changes. */
export async function page<Columns, Data, Item>(
  context: Context,
  request: PageRequest<Columns, Data, Item>,
): Promise<List<Item>> {
  await context.room(limitOf(request) * listedRowBytes)
  const data: Item[] = []
  let rest = noRest
  for await (const step of readSteps(context, request)) {
    data.push(...(await itemsOf(request, step.rows)))
    rest = step.rest
  }
  return { object: 'list', data, ...rest }
}

/**
 * Answers a page of long rows, which are read while the answer is sent. If a row changes in the
 * meantime, the client sees the same as for a change between two pages.
 */
export function longPage<Columns, Data, Item>(
  context: Context,
  request: PageRequest<Columns, Data, Item>,
  bytes: number = Math.min(limitOf(request) * listedRowBytes, streamedAnswerBytes),
): JsonStream<List<Item>> {
  let rest = noRest
  const pages = async function* () {
    for await (const step of readSteps(context, request)) {
      yield await itemsOf(request, step.rows)
      rest = step.rest
    }
  }
  const data = new PagedList<Item>(pages, { hasWholeItems: true })
  const has_more = new LaterValue(() => rest.has_more)
  const next_cursor = new LaterValue(() => rest.next_cursor)
  const list: object = { object: 'list', data, has_more, next_cursor }
  return new JsonStream<List<Item>>(list as WithPagedLists<List<Item>>, bytes)
}

/** The members of a list after its items. */
type Rest = Pick<List<unknown>, 'has_more' | 'next_cursor'>

const noRest: Rest = { has_more: false, next_cursor: null }

const limitOf = ({ query }: Pick<RowsRequest<unknown, unknown>, 'query'>) =>
  query.limit ?? limits.pageSize.default

async function itemsOf<Columns, Data, Item>(
  request: PageRequest<Columns, Data, Item>,
  rows: readonly TypedRow<Columns, Data>[],
): Promise<readonly Item[]> {
  return 'toItems' in request ? request.toItems(rows) : Promise.all(rows.map(request.toItem))
}

/** How many such rows fit into one tick. Later rows may be longer, so the number at most doubles. */
function rowsOfNextStep(rows: readonly { readonly data: unknown }[]): number {
  const work = rows.reduce((sum, { data }) => sum + workOf(data), 0)
  const fit = Math.floor((workPerTick * rows.length) / work)
  return Math.max(1, Math.min(fit, 2 * rows.length))
}

/** The rows of a page in steps, and the members that follow each step. */
async function* readSteps<Columns, Data>(
  context: Context,
  request: RowsRequest<Columns, Data>,
): AsyncGenerator<{ readonly rows: readonly TypedRow<Columns, Data>[]; readonly rest: Rest }> {
  const { collection, index, dir = 'desc', also = [], query, isIncremental } = request
  let { rowsAtOnce = listedRows } = request
  const workspace = context.workspace.id
  const where = [equals('workspace', workspace), ...(request.where ?? [])]
  const binding = [workspace, context.operationId, index, where]
  let left = limitOf(request)
  let after =
    query.starting_after === undefined
      ? undefined
      : context.cursors.read(binding, query.starting_after)
  let horizon = isIncremental && !after ? { scope: workspace, at: context.clock.now() } : undefined
  for (;;) {
    const most = Math.min(left, rowsAtOnce)
    // One more row shows whether another page follows.
    const limit = most === left ? left + 1 : most
    const found = await collection.list(context.store, {
      index,
      where: [...where, ...also],
      after,
      dir,
      limit,
      horizon,
    })
    const rows = found.slice(0, most)
    const last = rows.at(-1)
    const next =
      found.length === limit && last ? positionOf(collection.plan, index, last) : undefined
    left -= rows.length
    yield {
      rows,
      rest: next ? { has_more: true, next_cursor: context.cursors.write(binding, next) } : noRest,
    }
    if (!next || left === 0) return
    after = next
    rowsAtOnce = rowsOfNextStep(rows)
    horizon = undefined
  }
}

/** The condition of `updated_since` and `created_since`, both inclusive. */
export function since(column: string, time: string | undefined): Filter {
  return time === undefined ? [] : [{ column, op: 'gte', value: Date.parse(time) }]
}
