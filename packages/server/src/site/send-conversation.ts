import { type Id, toTimestamp } from '@doorkit/models'
import type { SiteStatus } from '@doorkit/models/site'
import type { Store } from '@doorkit/store'
import { chatSessions, type StoredChatSession } from '../collections/chat-session.ts'
import { equals, getTogether } from '../collections/collection.ts'
import type { StoredConversation } from '../collections/conversation.ts'
import { messages, toMessage } from '../collections/message.ts'
import { eventMessages } from '../limits/bounds.ts'
import { type EventListeners, eventText, isFull, type Listener } from './event-listeners.ts'
import { toSiteMessage, toSiteTeam } from './visitor-conversation.ts'

/** A conversation that has changed, and the listeners that follow it. */
export interface ConversationChange {
  readonly row: StoredConversation
  readonly to: readonly Listener[]
}

/** Sends changed conversations to their listeners, except to those that still have too much to read. */
export async function sendConversations(
  store: Store,
  listeners: EventListeners,
  changes: readonly ConversationChange[],
): Promise<void> {
  if (changes.length === 0) return
  const sessions = await getTogether(
    store,
    changes.map(({ row, to }) => chatSessions.ref(row.columns.workspace, to[0]?.session ?? '')),
  )
  await Promise.all(
    changes.map(async ({ row, to }, nth) => {
      const text = eventText('status', statusOf(row, sessions[nth] ?? null))
      for (const one of to) if (listeners.all.has(one)) writeStatus(listeners, one, text)
      await sendMessages(store, listeners, row, to)
    }),
  )
}

/** Tells a page that it has no conversation yet. */
export function sendNoConversation(listeners: EventListeners, one: Listener): void {
  writeStatus(listeners, one, eventText('status', noConversation))
}

/** Writes a status, unless the page has it already. */
function writeStatus(listeners: EventListeners, one: Listener, text: string): void {
  if (one.status === text) return
  one.status = text
  listeners.write(one, text)
}

async function sendMessages(
  store: Store,
  listeners: EventListeners,
  { id, rev, columns: { workspace }, data }: StoredConversation,
  to: readonly Listener[],
): Promise<void> {
  for (const one of to) {
    // Only an erasure makes a conversation shorter.
    if ((one.position ?? 0) > data.message_count) listeners.end(one, 'erased')
    one.position ??= data.message_count
  }
  const caughtUp = (one: Listener) => (one.position ?? 0) >= data.message_count
  for (;;) {
    const open = to.filter((one) => listeners.all.has(one) && !caughtUp(one) && !isFull(one))
    if (open.length === 0) break
    const from = Math.min(...open.map(({ position }) => position ?? 0))
    const rows = await messages.list(store, {
      index: 'messages_position',
      where: [
        equals('workspace', workspace),
        equals('conversation', id),
        { column: 'position', op: 'gte', value: from },
      ],
      dir: 'asc',
      limit: eventMessages,
    })
    if (rows.length === 0) break
    for (const row of rows) {
      const text = eventText('message', toSiteMessage(toMessage(row)), row.id)
      for (const one of open) {
        if (!listeners.all.has(one) || one.position !== row.columns.position || isFull(one))
          continue
        listeners.write(one, text)
        one.position += 1
      }
    }
  }
  for (const one of to) {
    if (!listeners.all.has(one)) continue
    if (caughtUp(one)) {
      one.rev = rev
      listeners.lagging.delete(one)
    } else listeners.lagging.add(one)
  }
}

const noConversation: SiteStatus = {
  object: 'site_status',
  conversation: null,
  status: 'open',
  team: toSiteTeam(null),
  completed_at: null,
}

function statusOf(row: StoredConversation, session: StoredChatSession | null): SiteStatus {
  const { id, data } = row
  return {
    object: 'site_status',
    conversation: id as Id<'conversation'>,
    status: session?.data.status ?? 'open',
    team: toSiteTeam(row),
    completed_at: data.completed_at === null ? null : toTimestamp(data.completed_at),
  }
}
