import { setImmediate as endOfTick } from 'node:timers/promises'
import type { SiteEventsEnd } from '@doorkit/models/site'
import type { StoredChatSession } from '../collections/chat-session.ts'
import { streamsPerTick } from '../limits/bounds.ts'
import type { Share } from '../limits/fair-shares.ts'
import type { Clock } from '../ports/clock.ts'
import { openPageStream, type PageStream } from '../requests/page-stream.ts'

/** The facts about a page that opens a stream of events. */
export interface ListenerFacts {
  readonly workspace: string
  readonly visitor: string
  /** The id of the site key. */
  readonly siteKey: string
  readonly origin: string
  readonly expiresAt: number
  readonly share: Share
}

/** One page with an open stream of events. */
export interface Listener extends ListenerFacts {
  readonly stream: PageStream
  /** Whether it is known where the page continues. Until then, the page gets no messages. */
  isReady: boolean
  /** Null until the visitor has a conversation. */
  session: string | null
  conversation: string | null
  /** The revision of the conversation up to which all changes have been sent. */
  rev: number
  /** The position of the next message to send; null to send only new messages. */
  position: number | null
  /** The text of the last `status` event. */
  status: string
  writtenAt: number
  /** When the unread bytes of the page reached their limit; null if they are below it. */
  fullSince: number | null
}

/** The listeners of a process, found by visitor and by conversation. */
export type EventListeners = ReturnType<typeof createEventListeners>

export function createEventListeners(clock: Pick<Clock, 'now'>) {
  const all = new Set<Listener>()
  const lagging = new Set<Listener>()
  const byVisitor = new Map<string, Set<Listener>>()
  const byConversation = new Map<string, Set<Listener>>()

  function remove(listener: Listener): void {
    if (!all.delete(listener)) return
    listener.share.close()
    lagging.delete(listener)
    leave(byVisitor, listener.visitor, listener)
    if (listener.conversation) leave(byConversation, listener.conversation, listener)
  }

  /** Writes to a stream, unless it has ended: it may end at any time, for example before its first status. */
  function write(listener: Listener, text: string): void {
    if (!all.has(listener)) return
    listener.stream.write(text)
    listener.writtenAt = clock.now()
    if (listener.stream.isFull()) listener.fullSince ??= listener.writtenAt
  }

  return {
    /**
     * Calls `act` for each listener whose stream is still open. `act` returns whether it has written to
     * the stream. After many writes, other requests are served before the next listener.
     */
    async each(some: Iterable<Listener>, act: (listener: Listener) => boolean): Promise<void> {
      let written = 0
      for (const listener of [...some]) {
        if (!all.has(listener) || !act(listener)) continue
        written += 1
        if (written % streamsPerTick === 0) await endOfTick()
      }
    },
    /** Every listener, the oldest first. */
    all: all as ReadonlySet<Listener>,
    /** Listeners that may not have received the newest changes of their conversations. */
    lagging,
    remove,
    write,
    ofVisitor: (visitor: string) => [...(byVisitor.get(visitor) ?? [])],
    ofConversation: (conversation: string) => [...(byConversation.get(conversation) ?? [])],

    /** Opens a stream, and returns its listener. */
    open(facts: ListenerFacts): Listener {
      const stream = openPageStream({
        pull() {
          listener.fullSince = null
        },
        cancel: () => remove(listener),
      })
      const listener: Listener = {
        ...facts,
        stream,
        isReady: false,
        session: null,
        conversation: null,
        rev: 0,
        position: 0,
        status: '',
        writtenAt: clock.now(),
        fullSince: null,
      }
      all.add(listener)
      join(byVisitor, facts.visitor, listener)
      return listener
    },

    /** Lets a listener follow the conversation of a session. */
    follow(listener: Listener, session: StoredChatSession): void {
      if (listener.conversation) leave(byConversation, listener.conversation, listener)
      listener.session = session.id
      listener.conversation = session.columns.conversation
      listener.rev = 0
      join(byConversation, listener.conversation, listener)
      lagging.add(listener)
    },

    /** Ends a stream, with the reason as its last event. */
    end(listener: Listener, reason: SiteEventsEnd['reason']): void {
      if (!all.has(listener)) return
      write(listener, eventText('end', { reason } satisfies SiteEventsEnd))
      remove(listener)
      listener.stream.end()
    },
  }
}

export function eventText(event: string, data: unknown, id?: string): string {
  const named = id === undefined ? '' : `id: ${id}\n`
  return `event: ${event}\n${named}data: ${JSON.stringify(data)}\n\n`
}

function join(groups: Map<string, Set<Listener>>, name: string, listener: Listener): void {
  groups.set(name, (groups.get(name) ?? new Set()).add(listener))
}

function leave(groups: Map<string, Set<Listener>>, name: string, listener: Listener): void {
  const group = groups.get(name)
  group?.delete(listener)
  if (group?.size === 0) groups.delete(name)
}
