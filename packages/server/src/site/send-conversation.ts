import { setImmediate as endOfTick } from 'node:timers/promises'
import { type Id, toTimestamp } from '@doorkit/models'
import type { SiteStatus } from '@doorkit/models/site'
import type { Store } from '@doorkit/store'
import { chatSessions, type StoredChatSession } from '../collections/chat-session.ts'
import { equals, getTogether } from '../collections/collection.ts'
import type { StoredConversation } from '../collections/conversation.ts'
import { messages, toMessage } from '../collections/message.ts'
import { eventMessages } from '../limits/bounds.ts'
import type { TakePlace } from '../limits/fair-places.ts'
import { type EventListeners, eventText, type Listener } from './event-listeners.ts'
import { toSiteMessage, toSiteTeam } from './visitor-conversation.ts'

/** A conversation that has changed, and the listeners that follow it. */
export interface ConversationToSend {
  readonly row: StoredConversation
  readonly to: readonly Listener[]
}

interface SenderParts {
  readonly store: Store
  readonly listeners: EventListeners
  /** Waits for a place to read messages. */
  readonly takePlace: TakePlace
}

/**
 * Sends changed conversations to their listeners. A listener with too many unread bytes gets the
 * messages later.
 */
export async function sendConversations(
  parts: SenderParts,
  changes: readonly ConversationToSend[],
): Promise<void> {
  if (changes.length === 0) return
  const { store, listeners } = parts
  const sessions = await getTogether(
    store,
    changes.map(({ row, to }) => chatSessions.ref(row.columns.workspace, to[0]?.session ?? '')),
  )
  await Promise.all(
    changes.map(async ({ row, to }, nth) => {
      const text = eventText('status', statusOf(row, sessions[nth] ?? null))
      await listeners.each(to, (listener) => writeStatus(listeners, listener, text))
      await sendMessages(parts, row, to)
    }),
  )
}

/** Tells a page that its visitor has no conversation yet. */
export function sendNoConversation(listeners: EventListeners, listener: Listener): void {
  writeStatus(listeners, listener, eventText('status', noConversation))
}

/** Writes a status, unless the page has it already, and returns whether it did. */
function writeStatus(listeners: EventListeners, listener: Listener, text: string): boolean {
  if (listener.status === text) return false
  listener.status = text
  listeners.write(listener, text)
  return true
}

async function sendMessages(
  { store, listeners, takePlace }: SenderParts,
  { id, rev, columns: { workspace }, data }: StoredConversation,
  to: readonly Listener[],
): Promise<void> {
  for (const listener of to) {
    // Only an erasure makes a conversation shorter.
    if ((listener.position ?? 0) > data.message_count) listeners.end(listener, 'erased')
    listener.position ??= data.message_count
  }
  const caughtUp = (listener: Listener) => (listener.position ?? 0) >= data.message_count
  const behind = () =>
    to.filter(
      (listener) => listeners.all.has(listener) && !caughtUp(listener) && !listener.stream.isFull(),
    )

  /** Sends the next messages to the listeners that are behind. Returns whether there may be more. */
  async function sendNext(): Promise<boolean> {
    const open = behind()
    if (open.length === 0) return false
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
    for (const row of rows) {
      const text = eventText('message', toSiteMessage(toMessage(row)), row.id)
      await listeners.each(open, (listener) => {
        if (listener.position !== row.columns.position || listener.stream.isFull()) return false
        listeners.write(listener, text)
        listener.position += 1
        return true
      })
    }
    // There may be more messages. Other requests are served first.
    if (rows.length === eventMessages) await endOfTick()
    return rows.length > 0
  }

  while (behind().length > 0) {
    const free = await takePlace(workspace)
    try {
      if (!(await sendNext())) break
    } finally {
      free()
    }
  }
  for (const listener of to) {
    if (!listeners.all.has(listener)) continue
    if (caughtUp(listener)) {
      listener.rev = rev
      listeners.lagging.delete(listener)
    } else listeners.lagging.add(listener)
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
