import { verificationError } from './verification-error.ts'

/** The part of an event that its place in time is found by. */
interface Dated {
  id: string
  created_at: string
}

/** Options of {@link recoverMissed}. */
export interface RecoverMissedOptions<Event extends Dated> {
  /**
   * Lists events, newest first, as GET /events does:
   * `(query) => client.events.list(query)`, or the list itself.
   */
  listEvents: AsyncIterable<Event> | ((query: { created_since: string }) => AsyncIterable<Event>)
  /**
   * From when on events may have been missed; events of that very moment are included. The event
   * log keeps 30 days.
   */
  since: Date | string
  /** Handles one event: `(event) => router.dispatch(event)`, which drops those handled before. */
  handle: (event: Event) => unknown
  /**
   * `oldest-first` collects the events before it handles any, so that each is handled in the order
   * it happened. `newest-first` handles each as it is read and holds none in memory. Default
   * `oldest-first`.
   */
  order?: 'oldest-first' | 'newest-first' | undefined
}

/** The outcomes of the events. */
export interface Recovery<Event extends Dated> {
  /** How many events were read. */
  found: number
  /** The events that `handle` threw for, with what it threw. The others were handled. */
  failed: { event: Event; error: unknown }[]
  /**
   * The `since` of the next run: the time of the oldest failed event, or of the newest event when
   * none failed.
   */
  resumeSince: string
}

/**
 * Handles the events of a time in which deliveries were missed, for instance because the endpoint
 * was switched off. Goes on after a failure. Running it twice is harmless where `handle` dedupes.
 *
 * @throws {WebhookError} `invalid_option` when `since` is not a time; and whatever `listEvents` throws.
 */
export async function recoverMissed<Event extends Dated>(
  options: RecoverMissedOptions<Event>,
): Promise<Recovery<Event>> {
  const since = new Date(options.since)
  if (Number.isNaN(since.getTime())) throw verificationError('invalid_option', 'since')
  const events = eventsSince(options.listEvents, since)
  const failed: Recovery<Event>['failed'] = []
  let found = 0
  let newest = since.getTime()
  for await (const event of options.order === 'newest-first' ? events : oldestFirst(events)) {
    found += 1
    newest = Math.max(newest, timeOf(event))
    try {
      await options.handle(event)
    } catch (error) {
      failed.push({ event, error })
    }
  }
  const resume = failed.reduce((oldest, { event }) => Math.min(oldest, timeOf(event)), newest)
  return { found, failed, resumeSince: new Date(resume).toISOString() }
}

const timeOf = (event: Dated) => Date.parse(event.created_at)

async function* eventsSince<Event extends Dated>(
  listEvents: RecoverMissedOptions<Event>['listEvents'],
  since: Date,
): AsyncGenerator<Event> {
  const events =
    typeof listEvents === 'function'
      ? listEvents({ created_since: since.toISOString() })
      : listEvents
  for await (const event of events) {
    // Newest first: the first event from before ends the search, and closes the list.
    if (timeOf(event) < since.getTime()) return
    yield event
  }
}

async function* oldestFirst<Event>(events: AsyncIterable<Event>): AsyncGenerator<Event> {
  const collected: Event[] = []
  for await (const event of events) collected.push(event)
  yield* collected.reverse()
}
