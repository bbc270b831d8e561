import type { Clock } from '../attempt/clock.ts'
import type { ListOptions } from '../call/call-options.ts'
import { metaOf } from '../call/meta-of.ts'
import { DoorkitError } from '../errors/doorkit-error.ts'
import type { ListCall } from '../list/list-call.ts'
import type { RunPosition } from './checkpoint.ts'

export interface RunOptions<Item> {
  /** The list with the caller's filters. */
  readonly list: (page: object, options: ListOptions) => ListCall<Item>
  /** Changes at this time or later; undefined for everything. */
  readonly since: string | undefined
  readonly pageSize: number
  /** How far the next run reaches back before the start of this one. */
  readonly overlapMs: number
  readonly signal: AbortSignal | undefined
  /** The server's clock; by default the `Date` of the answers. */
  readonly now: (() => number) | undefined
  /** Measures the duration of a call. */
  readonly clock: Pick<Clock, 'now'>
}

/** A page of a run, and the position after it. */
export interface RunPage<Item> extends RunPosition {
  readonly items: readonly Item[]
  readonly ended: boolean
}

/** Reads the pages of one run, from its start or from where it stopped. */
export async function* readRun<Item>(
  { list, since, pageSize, overlapMs, signal, now, clock }: RunOptions<Item>,
  stoppedAt: RunPosition | undefined,
): AsyncGenerator<RunPage<Item>, undefined, undefined> {
  const [calledAt, serverTime] = [clock.now(), now?.()]
  const query = { limit: pageSize, updated_since: since, starting_after: stoppedAt?.cursor }
  let startedAt = stoppedAt?.startedAt
  for await (const page of list(query, { signal }).pages()) {
    if (startedAt === undefined) {
      const startedMs = serverTime ?? answeredAt(page) - (clock.now() - calledAt)
      startedAt = new Date(Math.floor(startedMs - overlapMs)).toISOString()
    }
    const { data: items, next_cursor, has_more } = page
    yield { items, startedAt, cursor: next_cursor ?? undefined, ended: !has_more }
  }
}

/**
 * When the server sent a page, by the server's clock, rounded down to the second. The server read the
 * page no earlier than this time minus the duration of the call.
 */
export function answeredAt(page: object): number {
  const time = Date.parse(metaOf(page)?.headers.get('date') ?? '')
  if (!Number.isNaN(time)) return time
  throw new DoorkitError(
    'invalid_option',
    "The answers have no Date header, for example because the server kit is in this process: set `now` to a function that returns the server's time",
  )
}
