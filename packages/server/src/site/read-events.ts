import type { Store } from '@doorkit/store'
import { chatSessions } from '../collections/chat-session.ts'
import { getTogether, listPages } from '../collections/collection.ts'
import { conversations, type StoredConversation } from '../collections/conversation.ts'
import { conversationDeletions } from '../collections/conversation-deletion.ts'
import { siteVisitors } from '../collections/site-visitor.ts'
import { mostEventReads, mostEventReadsPerWorkspace } from '../limits/bounds.ts'
import { createFairPlaces } from '../limits/fair-places.ts'
import type { EventListeners, Listener } from './event-listeners.ts'
import { sendConversations } from './send-conversation.ts'

const rowsAtOnce = 500

/** The names of the collections whose changes may lead to events. */
export const watched = [conversations, conversationDeletions, siteVisitors].map(
  ({ plan }) => plan.name,
)

/** Makes the functions that read what the listeners of a process have not received, and send it. */
export function createEventReader(store: Store, listeners: EventListeners) {
  const takePlace = createFairPlaces(mostEventReads, mostEventReadsPerWorkspace)

  /** Makes listeners follow the conversations that their visitors have started. */
  async function followConversations(waiting: readonly Listener[]): Promise<void> {
    const rows = await getTogether(
      store,
      waiting.map(({ workspace, visitor }) => siteVisitors.ref(workspace, visitor)),
    )
    const begun = waiting.flatMap((listener, nth) => {
      const session = rows[nth]?.data.session
      return session && session !== listener.session ? [{ listener, session }] : []
    })
    if (begun.length === 0) return
    const sessions = await getTogether(
      store,
      begun.map(({ listener, session }) => chatSessions.ref(listener.workspace, session)),
    )
    for (const [nth, { listener }] of begun.entries()) {
      const session = sessions[nth]
      if (session && listeners.all.has(listener)) listeners.follow(listener, session)
    }
  }

  /** Reads recent changes once for all listeners, and sends each listener the changes that concern it. */
  async function readChanges(since: number): Promise<void> {
    const where = (column: string) => [{ column, op: 'gte', value: since } as const]
    const visitors = listPages(store, siteVisitors, 'site_visitors_seen', where('seen_at'))
    for await (const page of visitors) {
      const waiting = page.flatMap(({ id, columns, data }) =>
        listeners
          .ofVisitor(id)
          .filter(
            (listener) =>
              listener.workspace === columns.workspace && listener.session !== data.session,
          ),
      )
      if (waiting.length > 0) await followConversations(waiting)
    }
    const changed = listPages(store, conversations, 'conversations_changed', where('updated_at'))
    for await (const page of changed) await send(page)
    const deleted = listPages(
      store,
      conversationDeletions,
      'conversation_deletions_age',
      where('deleted_at'),
    )
    for await (const page of deleted) {
      for (const { id } of page) {
        for (const listener of listeners.ofConversation(id)) listeners.end(listener, 'erased')
      }
    }
    await catchUp()
  }

  /** Sends conversations to the listeners that do not have their newest revision. */
  async function send(rows: readonly StoredConversation[]): Promise<void> {
    const changes = rows.map((row) => ({ row, to: listenersTo(row) }))
    await sendConversations(
      { store, listeners, takePlace },
      changes.filter(({ to }) => to.length > 0),
    )
  }

  function listenersTo({ id, rev, columns }: StoredConversation): Listener[] {
    return listeners
      .ofConversation(id)
      .filter(
        (listener) =>
          listener.isReady && listener.rev !== rev && listener.workspace === columns.workspace,
      )
  }

  /** Sends lagging listeners the part of their conversations that they have not received. */
  async function catchUp(listenersToCheck: Iterable<Listener> = listeners.lagging): Promise<void> {
    const late = [...listenersToCheck]
      .filter((listener) => listener.conversation && !listener.stream.isFull())
      .slice(0, rowsAtOnce)
    if (late.length === 0) return
    const rows = await getTogether(
      store,
      late.map(({ workspace, conversation }) => conversations.ref(workspace, conversation ?? '')),
    )
    const distinct = new Map(rows.flatMap((row) => (row ? [[row.id, row] as const] : [])))
    for (const [nth, listener] of late.entries()) if (!rows[nth]) listeners.lagging.delete(listener)
    await send([...distinct.values()])
  }

  return { followConversations, readChanges, catchUp }
}
