import { setTimeout as wait } from 'node:timers/promises'
import { type Client, DoorkitError } from '@doorkit/client'

/** An event as the API sent it: only the members that the commands read are typed. */
export interface SentEvent {
  readonly id: string
  readonly type: string
  readonly created_at: string
  readonly data: {
    readonly object?: { readonly id?: string; readonly object?: string } | null
    readonly erased?: boolean
  }
}

/** How to follow the events of a workspace. */
export interface FollowOptions {
  readonly client: Client
  /** The types to follow; undefined for every type. */
  readonly types?: ReadonlySet<string> | undefined
  /** Stops following. */
  readonly signal: AbortSignal
  /** Called when a read fails after one that succeeded, if a later read may succeed. */
  readonly onUnreachable?: ((error: DoorkitError) => void) | undefined
}

const pollMs = 1_000
/**
 * How long before the newest known event each read begins, in milliseconds: a commit may be dated up to
 * a second in the future, and the clocks of servers differ.
 */
const overlapMs = 5_000
const maxWaitMs = 30_000

/**
 * Resolves, once the newest event of the log is known, with a generator that yields each later event
 * once, oldest first. No event is lost if the API cannot be reached for a while.
 *
 * @throws DoorkitError if the API refuses, or cannot be reached at the start.
 */
export async function followEvents(
  options: FollowOptions,
): Promise<AsyncGenerator<SentEvent, void, undefined>> {
  const { client, signal } = options
  const newest = await readLog(client, undefined, signal, 1)
  const since = overlapping(newest)
  const known = since === undefined ? [] : await readLog(client, since, signal)
  return follow(options, since, new Set(known.map(({ id }) => id)))
}

async function* follow(
  { client, types, signal, onUnreachable }: FollowOptions,
  startsAt: string | undefined,
  known: ReadonlySet<string>,
): AsyncGenerator<SentEvent, void, undefined> {
  let since = startsAt
  let seen = known
  let failures = 0
  while (!signal.aborted) {
    let found: SentEvent[]
    try {
      found = await readLog(client, since, signal)
      failures = 0
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof DoorkitError && error.retryable)) throw error
      if (failures === 0) onUnreachable?.(error)
      failures += 1
      await pause(Math.min(pollMs * 2 ** failures, maxWaitMs), signal)
      continue
    }
    const fresh = found.filter(({ id }) => !seen.has(id)).reverse()
    if (found.length > 0) {
      since = overlapping(found)
      // The next read returns the latest of these events again.
      seen = new Set(found.map(({ id }) => id))
    }
    for (const event of fresh) {
      if (!types || types.has(event.type)) yield event
      if (signal.aborted) return
    }
    await pause(pollMs, signal)
  }
}

/** The time since which to read next; undefined if there are no events. */
function overlapping([newest]: readonly SentEvent[]): string | undefined {
  return newest && new Date(Date.parse(newest.created_at) - overlapMs).toISOString()
}

/** Reads at most `most` events since a time, newest first. */
async function readLog(
  client: Client,
  since: string | undefined,
  signal: AbortSignal,
  most = Number.POSITIVE_INFINITY,
): Promise<SentEvent[]> {
  const found: SentEvent[] = []
  let cursor: string | null = null
  do {
    const page: { data: SentEvent[]; next_cursor: string | null } = await client.request({
      method: 'GET',
      path: '/events',
      query: {
        created_since: since,
        limit: Math.min(most, 100),
        starting_after: cursor ?? undefined,
      },
      signal,
    })
    found.push(...page.data)
    cursor = page.next_cursor
  } while (cursor !== null && found.length < most)
  return found
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await wait(ms, undefined, { signal }).catch(() => {})
}
