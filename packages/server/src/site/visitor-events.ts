import { siteLimits } from '@doorkit/models/site'
import { chatSessions } from '../collections/chat-session.ts'
import { getTogether, listPages } from '../collections/collection.ts'
import { conversations, type StoredConversation } from '../collections/conversation.ts'
import { conversationDeletions } from '../collections/conversation-deletion.ts'
import { messages } from '../collections/message.ts'
import { isAllowedOrigin, siteKeys } from '../collections/site-key.ts'
import { siteVisitors } from '../collections/site-visitor.ts'
import { workspaces } from '../collections/workspace.ts'
import { Failure } from '../errors/failure.ts'
import {
  mostEventStreamsPerProcess,
  mostEventStreamsPerWorkspace,
  untakenMs,
} from '../limits/bounds.ts'
import { createShares } from '../limits/shares.ts'
import { EventStream } from '../requests/answer.ts'
import type { StoreServices } from '../services/services.ts'
import { isUsable } from './authenticate-page.ts'
import { createEventListeners, isFull, type Listener } from './event-listeners.ts'
import { sendConversations, sendNoConversation } from './send-conversation.ts'
import type { Visitor } from './visitor-conversation.ts'

/**
 * The event streams that are open in this process. All streams share one timer and the reads of the
 * store.
 */
export interface VisitorEvents {
  /**
   * Opens a stream of the events in a visitor's conversation.
   *
   * @param after - the id of the last message that the page has.
   * @throws Failure `rate_limited` if too many streams are open.
   */
  open(visitor: Visitor, after: string | null): Promise<EventStream>
  /** Ends every stream, and every stream that is opened later. */
  close(): void
  /** The number of open streams. */
  count(): number
}

/** A page that has no message sends this as the id of its last message. No stored message has this id. */
const beforeFirst = '0'

const tickMs = 1_000
const heartbeatMs = siteLimits.eventHeartbeatSeconds * 1_000
/** Writes of the last three seconds are read again, because a commit can become visible late. */
const overlapMs = 3_000
/** Every 20 ticks a longer time is read again, because the clocks of servers differ. */
const wideOverlapMs = 60_000
const wideTicks = 20
/** Site keys are checked after this many ticks. */
const keyTicks = 5
/** How long a read waits after a change hint, so that many writes share one read. */
const hintMs = 100
const rowsAtOnce = 500

const headers = {
  'Content-Type': 'text/event-stream',
  'X-Accel-Buffering': 'no',
}
const retryText = `retry: ${siteLimits.eventRetrySeconds * 1_000}\n\n`
const heartbeat = ':\n\n'
const watched = [conversations, conversationDeletions, siteVisitors].map(({ plan }) => plan.name)

/** Makes {@link VisitorEvents}. */
export function createVisitorEvents(
  { store, clock, logger }: Pick<StoreServices, 'store' | 'clock' | 'logger'>,
  { perWorkspace = mostEventStreamsPerWorkspace, perProcess = mostEventStreamsPerProcess } = {},
): VisitorEvents {
  const listeners = createEventListeners(clock)
  const shares = createShares({ perOwner: perWorkspace, perProcess })
  let isClosed = false
  let isTicking = false
  let ticks = 0
  let readUpTo = clock.now()
  let lastVersion: string | undefined
  let reading: Promise<void> | null = null
  let isReadScheduled = false
  let stopWatching: (() => void) | null = null

  /** Finds the conversations that visitors have started. */
  async function findConversations(visitors: readonly Listener[]): Promise<void> {
    const rows = await getTogether(
      store,
      visitors.map(({ workspace, visitor }) => siteVisitors.ref(workspace, visitor)),
    )
    const begun = visitors.flatMap((one, nth) => {
      const session = rows[nth]?.data.session
      return session && session !== one.session ? [{ one, session }] : []
    })
    if (begun.length === 0) return
    const sessions = await getTogether(
      store,
      begun.map(({ one, session }) => chatSessions.ref(one.workspace, session)),
    )
    for (const [nth, { one }] of begun.entries()) {
      const session = sessions[nth]
      if (session && listeners.all.has(one)) listeners.follow(one, session)
    }
  }

  /**
   * Reads recent changes once for all listeners, and sends each change to the listeners that it
   * concerns.
   */
  async function readChanges(since: number): Promise<void> {
    const now = clock.now()
    const where = (key: string) => [{ column: key, op: 'gte', value: since } as const]
    for await (const page of listPages(
      store,
      siteVisitors,
      'site_visitors_seen',
      where('seen_at'),
      rowsAtOnce,
    )) {
      const waiting = page.flatMap(({ id, columns, data }) =>
        listeners
          .ofVisitor(id)
          .filter((one) => one.workspace === columns.workspace && one.session !== data.session),
      )
      if (waiting.length > 0) await findConversations(waiting)
    }
    for await (const page of listPages(
      store,
      conversations,
      'conversations_changed',
      where('updated_at'),
      rowsAtOnce,
    )) {
      await send(page)
    }
    for await (const page of listPages(
      store,
      conversationDeletions,
      'conversation_deletions_age',
      where('deleted_at'),
      rowsAtOnce,
    )) {
      for (const { id } of page) {
        for (const one of listeners.ofConversation(id)) listeners.end(one, 'erased')
      }
    }
    await catchUp()
    readUpTo = now
  }

  /** Sends conversations to the listeners that do not have their newest revision. */
  async function send(rows: readonly StoredConversation[]): Promise<void> {
    const changes = rows.map((row) => ({ row, to: listenersTo(row) }))
    await sendConversations(
      store,
      listeners,
      changes.filter(({ to }) => to.length > 0),
    )
  }

  function listenersTo({ id, rev, columns }: StoredConversation): Listener[] {
    return listeners
      .ofConversation(id)
      .filter((one) => one.isReady && one.rev !== rev && one.workspace === columns.workspace)
  }

  /** Reads the conversations of listeners that have not received everything. */
  async function catchUp(those: Iterable<Listener> = listeners.lagging): Promise<void> {
    const late = [...those].filter((one) => one.conversation && !isFull(one)).slice(0, rowsAtOnce)
    if (late.length === 0) return
    const rows = await getTogether(
      store,
      late.map(({ workspace, conversation }) => conversations.ref(workspace, conversation ?? '')),
    )
    const distinct = new Map(rows.flatMap((row) => (row ? [[row.id, row] as const] : [])))
    for (const [nth, one] of late.entries()) if (!rows[nth]) listeners.lagging.delete(one)
    await send([...distinct.values()])
  }

  /** Ends the streams whose site key is no longer valid. */
  async function checkKeys(): Promise<void> {
    const now = clock.now()
    const each = [...listeners.all]
    const [keys, owners] = await Promise.all([
      siteKeys.getMany(store, [...new Set(each.map(({ key }) => key))]),
      workspaces.getMany(store, [...new Set(each.map(({ workspace }) => workspace))]),
    ])
    for (const one of each) {
      const key = keys.get(one.key)
      const workspace = owners.get(one.workspace)
      const isGood =
        key &&
        workspace &&
        isUsable(key, now) &&
        isAllowedOrigin(workspace.data, key.data, one.origin)
      if (!isGood && listeners.all.has(one)) listeners.end(one, 'revoked')
    }
  }

  function readNow(isWide = false): void {
    if (reading) {
      readSoon()
      return
    }
    reading = (async () => {
      const version = await store.version?.(watched)
      if (version !== undefined && version === lastVersion && !isWide) return catchUp()
      await readChanges((isWide ? clock.now() - wideOverlapMs : readUpTo) - overlapMs)
      lastVersion = version
    })()
      .catch((error) =>
        logger.warn({ error }, 'The changes for open event streams could not be read.'),
      )
      .finally(() => {
        reading = null
      })
  }

  function readSoon(): void {
    if (isReadScheduled || listeners.all.size === 0) return
    isReadScheduled = true
    clock.after(hintMs, () => {
      isReadScheduled = false
      readNow()
    })
  }

  function tick(): void {
    if (listeners.all.size === 0) {
      isTicking = false
      stopWatching?.()
      stopWatching = null
      return
    }
    clock.after(tickMs, tick)
    ticks += 1
    const now = clock.now()
    for (const one of listeners.all) {
      if (one.expiresAt <= now) listeners.end(one, 'expired')
      else if (one.untakenSince !== null && now - one.untakenSince >= untakenMs) {
        listeners.remove(one)
        one.stream.error(new Error('The page stopped reading its events.'))
      } else if (now - one.writtenAt >= heartbeatMs && !isFull(one)) listeners.write(one, heartbeat)
    }
    readNow(ticks % wideTicks === 0)
    if (ticks % keyTicks === 0) {
      checkKeys().catch((error) => logger.warn({ error }, 'Site keys could not be checked.'))
    }
  }

  function startTicks(): void {
    if (isTicking) return
    isTicking = true
    readUpTo = clock.now()
    const watches = watched.map((name) => store.watch?.(name, readSoon).catch(() => undefined))
    stopWatching = () => {
      for (const watch of watches) watch?.then((stop) => stop?.())
    }
    clock.after(tickMs, tick)
  }

  /** The position from which a page continues; null to send only new messages. */
  async function positionAfter(
    workspace: string,
    conversation: string,
    after: string | null,
  ): Promise<number | null> {
    if (after === beforeFirst) return 0
    const last = after === null ? null : await messages.get(store, workspace, after)
    return last?.columns.conversation === conversation ? last.columns.position + 1 : null
  }

  return {
    count: () => listeners.all.size,

    async open({ workspace: { id: workspace }, principal }, after) {
      const share = shares.open(workspace)
      if (!share.take(1)) throw tooMany()
      const { id: visitor, siteKey, origin, expiresAt } = principal
      const own = listeners.ofVisitor(visitor)
      if (own[0] && own.length >= siteLimits.eventStreams) listeners.end(own[0], 'replaced')
      const facts = { workspace, visitor, key: siteKey.id, origin, expiresAt, share }
      const { listener: one, body } = listeners.open(facts)
      startTicks()
      listeners.write(one, retryText)
      if (isClosed) listeners.end(one, 'closing')
      else {
        try {
          await findConversations([one])
          const { conversation } = one
          if (conversation === null) sendNoConversation(listeners, one)
          else one.position = await positionAfter(workspace, conversation, after)
          one.isReady = true
          await catchUp([one])
        } catch (error) {
          listeners.remove(one)
          throw error
        }
      }
      return new EventStream(body, headers)
    },

    close() {
      isClosed = true
      for (const one of listeners.all) listeners.end(one, 'closing')
    },
  }
}

function tooMany(): Failure {
  const detail = 'Too many event streams are open on this server. Try again later.'
  return new Failure('rate_limited', detail, { headers: { 'Retry-After': '30' } })
}
