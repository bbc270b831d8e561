import type { Clock } from '../attempt/clock.ts'
import type { ListOptions } from '../call/call-options.ts'
import { PaginationError } from '../errors/pagination-error.ts'
import type { ListCall } from '../list/list-call.ts'
import type { RunPlace } from './checkpoint.ts'
import { readRunStart } from './run-start.ts'

/** The parts of a run. */
export interface RunOptions<Item> {
  /** The list, narrowed by the caller's query. */
  readonly list: (page: object, options: ListOptions) => ListCall<Item>
  /** Changes at this time or later; undefined for everything. */
  readonly since: string | undefined
  readonly pageSize: number
  /** How far the next run is to reach back before the beginning of this one. */
  readonly overlapMs: number
  readonly signal: AbortSignal | undefined
  /** The server's clock; undefined reads it from the answers. */
  readonly now: (() => number) | undefined
  /** Measures what a call takes. */
  readonly clock: Pick<Clock, 'now'>
}

/** A page of a run, and where the run stands after it. */
export interface RunPage<Item> {
  readonly items: readonly Item[]
  readonly startedAt: string
  /** The next page; undefined after the last. */
  readonly cursor: string | undefined
  readonly ended: boolean
}

/** Goes through the pages of one run, from its beginning or from where it stopped. */
export async function* readRun<Item>(
  { list, since, pageSize, overlapMs, signal, now, clock }: RunOptions<Item>,
  stopped: RunPlace | undefined,
): AsyncGenerator<RunPage<Item>, undefined, undefined> {
  let { startedAt, cursor }: Partial<RunPlace> = stopped ?? {}
  const seen = new Set([cursor])
  for (;;) {
    const [calledAt, serverTime] = [clock.now(), now?.()]
    const query = { limit: pageSize, updated_since: since, starting_after: cursor }
    const { data: page, meta } = await list(query, { signal }).withMeta()
    startedAt ??= timestamp(
      (serverTime ?? readRunStart(meta.headers, clock.now() - calledAt)) - overlapMs,
    )
    cursor = page.next_cursor ?? undefined
    yield { items: page.data, startedAt, cursor, ended: !page.has_more }
    if (!page.has_more) return
    if (cursor === undefined) throw new PaginationError('cursor_missing')
    if (seen.has(cursor)) throw new PaginationError('cursor_repeated')
    seen.add(cursor)
  }
}

function timestamp(milliseconds: number): string {
  return new Date(Math.floor(milliseconds)).toISOString()
}
