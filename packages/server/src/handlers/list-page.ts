import { type List, limits } from '@doorkit/models'
import type { Filter, ListQuery } from '@doorkit/store'
import { type Collection, equals, positionOf } from '../collections/collection.ts'
import type { TypedRow } from '../collections/declare-collection.ts'
import type { Context } from '../commit/request-context.ts'
import {
  charactersPerWork,
  listedRowBytes,
  listedRows,
  streamedAnswerBytes,
  workPerTick,
} from '../limits/bounds.ts'
import { workOf } from '../limits/fair-ticks.ts'
import {
  JsonStream,
  LaterValue,
  PagedList,
  pieceLength,
  type WithPagedLists,
} from '../text/json-stream.ts'

/** A list to page through, and how to make its items: from each row, or from all rows of a step. */
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
  /** Conditions that change with time. A cursor stays valid when they change. */
  readonly also?: Filter | undefined
  readonly query: {
    readonly limit?: number | undefined
    readonly starting_after?: string | undefined
  }
  /**
   * Whether clients read only the changes since their last read. If so, every change that the read of the
   * first page does not see is dated at the time of that read, or later.
   */
  readonly isIncremental?: boolean | undefined
  /**
   * How many rows to read in the first step. The length of the rows of a step decides how many the next
   * step reads. Default: 25.
   */
  readonly rowsAtOnce?: number | undefined
}

/** Reads one page of a list by keyset: no row is skipped or repeated unless it changes. */
export async function page<Columns, Data, Item>(
  context: Context,
  request: PageRequest<Columns, Data, Item>,
): Promise<List<Item>> {
  await context.reserveMemory(limitOf(request) * listedRowBytes)
  let step = await readFirstStep(context, request)
  const data = [...(await itemsOf(request, step.rows))]
  while (step.next) {
    step = await step.next()
    data.push(...(await itemsOf(request, step.rows)))
  }
  return { object: 'list', data, ...step.rest }
}

/**
 * Reads a page whose rows may be long. A short page of one step is returned whole. Any other page is
 * read and written while the answer is sent. A row that changes in the meantime has the same effect as
 * one that changes between two pages.
 */
export async function longPage<Columns, Data, Item>(
  context: Context,
  request: PageRequest<Columns, Data, Item>,
  bytes: number = Math.min(limitOf(request) * listedRowBytes, streamedAnswerBytes),
): Promise<List<Item> | JsonStream<List<Item>>> {
  await context.reserveMemory(bytes)
  let step = await readFirstStep(context, request)
  const first = await itemsOf(request, step.rows)
  const isShort = workOf(first) * charactersPerWork < pieceLength
  if (!step.next && isShort) return { object: 'list', data: [...first], ...step.rest }
  const pages = async function* () {
    yield first
    while (step.next) {
      step = await step.next()
      yield await itemsOf(request, step.rows)
    }
  }
  const data = new PagedList<Item>(pages, { hasWholeItems: true })
  const has_more = new LaterValue(() => step.rest.has_more)
  const next_cursor = new LaterValue(() => step.rest.next_cursor)
  const list: object = { object: 'list', data, has_more, next_cursor }
  return new JsonStream<List<Item>>(list as WithPagedLists<List<Item>>)
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

/** How many rows like these fit into one tick. Later rows may be longer, so the number at most doubles. */
function rowsOfNextStep(rows: readonly { readonly data: unknown }[]): number {
  const work = rows.reduce((sum, { data }) => sum + workOf(data), 0)
  const fit = Math.floor((workPerTick * rows.length) / work)
  return Math.max(1, Math.min(fit, 2 * rows.length))
}

/** Rows of a page, the members that follow them, and how to read the next step if there is one. */
interface Step<Row> {
  readonly rows: readonly Row[]
  readonly rest: Rest
  readonly next: (() => Promise<Step<Row>>) | undefined
}

async function readFirstStep<Columns, Data>(
  context: Context,
  request: RowsRequest<Columns, Data>,
): Promise<Step<TypedRow<Columns, Data>>> {
  const { collection, index, dir = 'desc', also = [], query, isIncremental } = request
  const workspace = context.workspace.id
  const where = [equals('workspace', workspace), ...(request.where ?? [])]
  const binding = [workspace, context.operationId, index, where]

  async function read(
    left: number,
    rowsAtOnce: number,
    after: ListQuery['after'],
    horizon?: ListQuery['horizon'],
  ): Promise<Step<TypedRow<Columns, Data>>> {
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
    const end =
      found.length === limit && last ? positionOf(collection.plan, index, last) : undefined
    return {
      rows,
      rest: end ? { has_more: true, next_cursor: context.cursors.write(binding, end) } : noRest,
      next: end && most < left ? () => read(left - most, rowsOfNextStep(rows), end) : undefined,
    }
  }

  const after =
    query.starting_after === undefined
      ? undefined
      : context.cursors.read(binding, query.starting_after)
  const horizon =
    isIncremental && !after ? { scope: workspace, at: context.clock.now() } : undefined
  return read(limitOf(request), request.rowsAtOnce ?? listedRows, after, horizon)
}

/** The condition of `updated_since` and `created_since`, both inclusive. */
export function since(column: string, time: string | undefined): Filter {
  return time === undefined ? [] : [{ column, op: 'gte', value: Date.parse(time) }]
}
