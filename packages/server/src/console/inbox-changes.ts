import { type Id, toTimestamp } from '@doorkit/models'
import { consoleLimits, type InboxChange } from '@doorkit/models/console'
import { getByIds, listPages } from '../collections/collection.ts'
import { consoleSessions } from '../collections/console-session.ts'
import {
  conversations,
  type StoredConversation,
  teamOf,
  toTeam,
} from '../collections/conversation.ts'
import { conversationDeletions } from '../collections/conversation-deletion.ts'
import { Failure } from '../errors/failure.ts'
import { mostInboxStreamsPerProcess, mostInboxStreamsPerWorkspace } from '../limits/bounds.ts'
import { createShares, type Share } from '../limits/fair-shares.ts'
import type { EventStream } from '../requests/http-answer.ts'
import { openPageStream, type PageStream } from '../requests/page-stream.ts'
import type { PersonSession } from '../requests/principal.ts'
import { createChangeReader } from '../services/change-reader.ts'
import type { StoreServices } from '../services/services.ts'

/** The open inbox streams of this process. They share one timer and the reads of the store. */
export type InboxChanges = ReturnType<typeof createInboxChanges>

interface Listener {
  readonly workspace: string
  readonly session: PersonSession | null
  readonly endsAt: number
  readonly share: Share
  readonly stream: PageStream
}

/** The parts of a changed conversation that the inbox needs. */
type ChangedConversation = Pick<StoredConversation, 'id' | 'rev'> & {
  readonly columns: Pick<StoredConversation['columns'], 'workspace'>
  readonly data: Pick<StoredConversation['data'], 'team' | 'message_count'>
}

/** Stands for a deleted conversation. It has no `team`, so nobody waits in it for an answer. */
const deleted = { rev: 0, data: { message_count: 0 } } as const

/** The maximum number of conversations in one event. */
const mostInEvent = 50

const watched = [conversations, conversationDeletions, consoleSessions].map(({ plan }) => plan.name)

export function createInboxChanges(
  services: Pick<StoreServices, 'store' | 'clock' | 'logger'>,
  { perWorkspace = mostInboxStreamsPerWorkspace, perProcess = mostInboxStreamsPerProcess } = {},
) {
  const { store, clock } = services
  const listeners = new Set<Listener>()
  /** The listeners whose session has not been read since their stream opened. */
  const unchecked = new Set<Listener>()
  const shares = createShares({ perOwner: perWorkspace, perProcess })
  let isClosed = false
  /** The revisions that the last read saw. The next read sees some of these rows again, and skips them. */
  let known = new Map<string, number>()

  function remove(listener: Listener): void {
    unchecked.delete(listener)
    if (listeners.delete(listener)) listener.share.close()
  }

  function end(listener: Listener): void {
    remove(listener)
    listener.stream.end()
  }

  function send(listener: Listener, text: string): void {
    // A page that does not read loses its stream, and reads the whole inbox when it opens the next one.
    if (listener.stream.isFull()) end(listener)
    else listener.stream.write(text)
  }

  /** Ends the streams whose sessions no longer exist. */
  async function endWithSessions(toCheck: ReadonlySet<Listener>): Promise<void> {
    const signedIn = [...toCheck].flatMap((listener) => {
      const { workspace, session } = listener
      return session ? [{ listener, ref: consoleSessions.ref(workspace, session.id) }] : []
    })
    const found = await getByIds(
      store,
      signedIn.map(({ ref }) => ref),
    )
    for (const { listener, ref } of signedIn) {
      unchecked.delete(listener)
      if (!found.has(ref.id) && listeners.has(listener)) end(listener)
    }
  }

  async function read(from: number): Promise<void> {
    await endWithSessions(listeners)
    const seen = new Map<string, number>()
    const since = (column: string) => [{ column, op: 'gte', value: from } as const]
    const deliverNew = (rows: readonly ChangedConversation[]) => {
      for (const { id, rev } of rows) seen.set(id, rev)
      deliver(rows.filter(({ id, rev }) => known.get(id) !== rev))
    }
    const changed = listPages(store, conversations, 'conversations_changed', since('updated_at'))
    for await (const rows of changed) deliverNew(rows)
    const age = 'conversation_deletions_age'
    const gone = listPages(store, conversationDeletions, age, since('deleted_at'))
    for await (const rows of gone) deliverNew(rows.map((row) => ({ ...row, ...deleted })))
    known = seen
  }

  function deliver(rows: readonly ChangedConversation[]): void {
    const texts = new Map<string, string[]>()
    for (const listener of [...listeners]) {
      const ofWorkspace = ({ columns }: ChangedConversation) =>
        columns.workspace === listener.workspace
      const events = texts.get(listener.workspace) ?? eventsOf(rows.filter(ofWorkspace))
      texts.set(listener.workspace, events)
      for (const text of events) if (listeners.has(listener)) send(listener, text)
    }
  }

  const startReading = createChangeReader(services, {
    watched,
    isIdle: () => listeners.size === 0,
    read,
    // A session may end between the authentication of its request and the opening of its stream.
    catchUp: () => endWithSessions(unchecked),
    failureMessage: 'The changes of the inbox could not be read.',
    onPoll() {
      const now = clock.now()
      for (const listener of [...listeners]) if (listener.endsAt <= now) end(listener)
      return false
    },
  })

  return {
    count: () => listeners.size,

    /**
     * Opens a stream of the changed conversations of a workspace.
     *
     * @param session - the session of the person who reads the stream. A sign-out ends the stream.
     * @throws Failure `rate_limited` if too many streams are open.
     */
    open(workspace: string, session: PersonSession | null): EventStream {
      const share = shares.open(workspace)
      if (!share.take(1)) {
        const detail =
          'Too many pages of the console have an open stream on this server. Try again later.'
        throw new Failure('rate_limited', detail, { headers: { 'Retry-After': '30' } })
      }
      const stream = openPageStream({ cancel: () => remove(listener) })
      const endsAt = clock.now() + consoleLimits.inboxStreamSeconds * 1_000
      const listener: Listener = { workspace, session, endsAt, share, stream }
      listeners.add(listener)
      if (session) unchecked.add(listener)
      // On this first event, the page reads the whole inbox. Later changes arrive as events.
      send(listener, eventOf([]))
      if (isClosed) end(listener)
      startReading()
      return stream.answer
    },

    /** Ends every stream. */
    close(): void {
      isClosed = true
      for (const listener of [...listeners]) end(listener)
    },
  }
}

function eventsOf(rows: readonly ChangedConversation[]): string[] {
  const events: string[] = []
  for (let from = 0; from < rows.length; from += mostInEvent) {
    events.push(eventOf(rows.slice(from, from + mostInEvent)))
  }
  return events
}

function eventOf(rows: readonly ChangedConversation[]): string {
  const change: InboxChange = {
    object: 'inbox_change',
    conversations: rows.map((row) => ({
      id: row.id as Id<'conversation'>,
      team: toTeam(row),
      message_count: row.data.message_count,
      unanswered_since: unansweredSince(row),
    })),
  }
  return `event: change\ndata: ${JSON.stringify(change)}\n\n`
}

/** When a visitor began to wait for a person to join or to answer; null if the visitor does not wait. */
export function unansweredSince(
  row: Pick<ChangedConversation, 'data'>,
): InboxChange['conversations'][number]['unanswered_since'] {
  const { unanswered_since } = teamOf(row)
  return unanswered_since === null ? null : toTimestamp(unanswered_since)
}
