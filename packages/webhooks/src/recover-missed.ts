import { verificationError } from './error.ts'

interface DatedEvent {
  id: string
  created_at: string
}

/** Options of {@link recoverMissed}. */
export interface RecoverMissedOptions<Event extends DatedEvent> {
  /**
   * Lists events, newest first, as GET /events does:
   * `(query) => client.events.list(query)`, or the list itself.
   */
  listEvents: AsyncIterable<Event> | ((query: { created_since: string }) => AsyncIterable<Event>)
  /**
   * The time since which events may have been missed, inclusive. The event log reaches back 30 days.
   */
  since: Date | string
  /** Handles one event: `(event) => router.dispatch(event)`, which dedupes if the router does. */
  handle: (event: Event) => unknown
  /**
   * `oldest-first` reads all events into memory, then handles them in the order in which they happened.
   * `newest-first` handles each as it is read. Default `oldest-first`.
   */
  order?: 'oldest-first' | 'newest-first' | undefined
}

/** The outcome of a recovery. */
export interface Recovery<Event extends DatedEvent> {
  /** How many events were read. */
  found: number
  /** The events for which `handle` threw, with the error. */
  failed: { event: Event; error: unknown }[]
  /**
   * The `since` of the next run: the time of the oldest failed event, or of the newest event if none
   * failed. If there were no events, it is the `since` of this run.
   */
  resumeSince: string
}

/**
 * Handles every event since a time, because some may have been missed, for example while the endpoint
 * was disabled. An event that fails does not stop the recovery. Running it twice is harmless if `handle`
 * dedupes.
 *
 * @throws {WebhookError} `invalid_option` if `since` is not a time; and whatever `listEvents` throws.
 */
export async function recoverMissed<Event extends DatedEvent>(
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

const timeOf = (event: DatedEvent) => Date.parse(event.created_at)

async function* eventsSince<Event extends DatedEvent>(
  listEvents: RecoverMissedOptions<Event>['listEvents'],
  since: Date,
): AsyncGenerator<Event> {
  const events =
    typeof listEvents === 'function'
      ? listEvents({ created_since: since.toISOString() })
      : listEvents
  for await (const event of events) {
    // The list is newest first, so the first older event ends the search and closes the list.
    if (timeOf(event) < since.getTime()) return
    yield event
  }
}

async function* oldestFirst<Event>(events: AsyncIterable<Event>): AsyncGenerator<Event> {
  const collectedEvents: Event[] = []
  for await (const event of events) collectedEvents.push(event)
  yield* collectedEvents.reverse()
}
