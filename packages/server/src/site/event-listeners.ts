import type { SiteEventsEnd } from '@doorkit/models/site'
import type { StoredChatSession } from '../collections/chat-session.ts'
import { mostUntakenEventBytes } from '../limits/bounds.ts'
import type { Share } from '../limits/fair-shares.ts'
import type { Clock } from '../ports/clock.ts'

/** The facts about a page that opens a stream of events. */
export interface ListenerFacts {
  readonly workspace: string
  readonly visitor: string
  readonly key: string
  readonly origin: string
  readonly expiresAt: number
  readonly share: Share
}

/** One page with an open stream of events. */
export interface Listener extends ListenerFacts {
  readonly stream: ReadableStreamDefaultController<Uint8Array>
  /** Whether the last message of the page has been looked up. */
  isReady: boolean
  /** Null until the visitor has a conversation. */
  session: string | null
  conversation: string | null
  /** The revision of the conversation that has been sent completely. */
  rev: number
  /** The position of the next message to send; null to send only new messages. */
  position: number | null
  /** The data of the last `status`. */
  status: string
  writtenAt: number
  /**
   * The time since which more bytes than allowed have been waiting for the page; null if there are
   * fewer.
   */
  untakenSince: number | null
}

/** The listeners of a process, found by visitor and by conversation. */
export interface EventListeners {
  /** Every listener, the oldest first. */
  readonly all: ReadonlySet<Listener>
  /** Listeners that have not received everything that was read. */
  readonly lagging: Set<Listener>
  ofVisitor(visitor: string): readonly Listener[]
  ofConversation(conversation: string): readonly Listener[]
  /** Opens a stream, and returns its listener and its bytes. */
  open(facts: ListenerFacts): { listener: Listener; body: ReadableStream<Uint8Array> }
  /** Lets a listener follow the conversation of a session from its start. */
  follow(listener: Listener, session: StoredChatSession): void
  write(listener: Listener, text: string): void
  /** Ends a stream, with the reason as its last event. */
  end(listener: Listener, reason: SiteEventsEnd['reason']): void
  remove(listener: Listener): void
}

const encoder = new TextEncoder()

/** Makes empty {@link EventListeners}. */
export function createEventListeners(clock: Pick<Clock, 'now'>): EventListeners {
  const all = new Set<Listener>()
  const lagging = new Set<Listener>()
  const byVisitor = new Map<string, Set<Listener>>()
  const byConversation = new Map<string, Set<Listener>>()

  function remove(one: Listener): void {
    if (!all.delete(one)) return
    one.share.close()
    lagging.delete(one)
    leave(byVisitor, one.visitor, one)
    if (one.conversation) leave(byConversation, one.conversation, one)
  }

  function write(one: Listener, text: string): void {
    one.stream.enqueue(encoder.encode(text))
    one.writtenAt = clock.now()
    if (isFull(one)) one.untakenSince ??= one.writtenAt
  }

  return {
    all,
    lagging,
    remove,
    write,
    ofVisitor: (visitor) => [...(byVisitor.get(visitor) ?? [])],
    ofConversation: (conversation) => [...(byConversation.get(conversation) ?? [])],

    open(facts) {
      let listener: Listener | undefined
      const body = new ReadableStream<Uint8Array>(
        {
          start(stream) {
            listener = {
              ...facts,
              stream,
              isReady: false,
              session: null,
              conversation: null,
              rev: 0,
              position: 0,
              status: '',
              writtenAt: clock.now(),
              untakenSince: null,
            }
          },
          pull() {
            if (listener) listener.untakenSince = null
          },
          cancel() {
            if (listener) remove(listener)
          },
        },
        new ByteLengthQueuingStrategy({ highWaterMark: mostUntakenEventBytes }),
      )
      if (!listener) throw new Error('The event stream did not start.')
      all.add(listener)
      join(byVisitor, facts.visitor, listener)
      return { listener, body }
    },

    follow(one, session) {
      if (one.conversation) leave(byConversation, one.conversation, one)
      one.session = session.id
      one.conversation = session.columns.conversation
      one.rev = 0
      join(byConversation, one.conversation, one)
      lagging.add(one)
    },

    end(one, reason) {
      remove(one)
      write(one, eventText('end', { reason } satisfies SiteEventsEnd))
      one.stream.close()
    },
  }
}

/** Whether the bytes that the page has not read have reached their limit. */
export function isFull({ stream }: Listener): boolean {
  return (stream.desiredSize ?? 0) <= 0
}

/** The text of an event. */
export function eventText(event: string, data: unknown, id?: string): string {
  const named = id === undefined ? '' : `id: ${id}\n`
  return `event: ${event}\n${named}data: ${JSON.stringify(data)}\n\n`
}

function join(groups: Map<string, Set<Listener>>, name: string, one: Listener): void {
  groups.set(name, (groups.get(name) ?? new Set()).add(one))
}

function leave(groups: Map<string, Set<Listener>>, name: string, one: Listener): void {
  const group = groups.get(name)
  group?.delete(one)
  if (group?.size === 0) groups.delete(name)
}
