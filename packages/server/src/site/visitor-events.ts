import { type Id, toTimestamp } from '@doorkit/models'
import type { SiteEventsEnd, SiteStatus } from '@doorkit/models/site'
import { siteLimits } from '@doorkit/models/site'
import { EventStream } from '../chat/event-stream.ts'
import { chatSessions, type StoredChatSession } from '../collections/chat-session.ts'
import { equals, getTogether, listPages } from '../collections/collection.ts'
import { conversations, type StoredConversation } from '../collections/conversation.ts'
import { messages, toMessage } from '../collections/message.ts'
import { siteKeys } from '../collections/site-key.ts'
import { siteVisitors } from '../collections/site-visitor.ts'
import { workspaces } from '../collections/workspace.ts'
import { Failure } from '../errors/failure.ts'
import {
  eventMessages,
  mostEventStreamsPerProcess,
  mostEventStreamsPerWorkspace,
  mostUntakenEventBytes,
  untakenMs,
} from '../limits/bounds.ts'
import { createShares, type Share } from '../limits/shares.ts'
import { isAllowedOrigin } from '../requests/site-origins.ts'
import type { StoreServices } from '../services/services.ts'
import { isUsable } from './authenticate-page.ts'
import { toSiteMessage, toSiteTeam, type Visitor } from './conversation.ts'

/** The event streams that are open in this process. They share one timer and all reads. */
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

/** One page with an open stream. */
interface Listener {
  readonly workspace: string
  readonly visitor: string
  readonly key: string
  readonly origin: string
  readonly expiresAt: number
  readonly share: Share
  stream: ReadableStreamDefaultController<Uint8Array>
  /** Whether the last message of the page has been looked up. */
  isReady: boolean
  /** Null until the visitor has a conversation. */
  session: string | null
  conversation: string | null
  /** The revision of the conversation that has been sent completely. */
  rev: number
  /** The position of the next message to send; null to start with new messages only. */
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

const tickMs = 1_000
const heartbeatMs = siteLimits.eventHeartbeatSeconds * 1_000
/** Writes of the last three seconds are read again, because a commit can become visible late. */
const overlapMs = 3_000
/** Now and then a longer time is read again, because the clocks of servers differ. */
const wideOverlapMs = 60_000
const wideTicks = 20
/** Site keys are checked after this many ticks. */
const keyTicks = 5
/** The wait from a change hint to the read, so that many writes share one read. */
const hintMs = 100
const rowsAtOnce = 500

const headers = {
  'Content-Type': 'text/event-stream',
  'X-Accel-Buffering': 'no',
}
const encoder = new TextEncoder()
const heartbeat = encoder.encode(':\n\n')
const retry = `retry: ${siteLimits.eventRetrySeconds * 1_000}\n\n`
const watched = [conversations.plan.name, siteVisitors.plan.name]

/** Makes {@link VisitorEvents}. */
export function createVisitorEvents(
  { store, clock, logger }: Pick<StoreServices, 'store' | 'clock' | 'logger'>,
  { perWorkspace = mostEventStreamsPerWorkspace, perProcess = mostEventStreamsPerProcess } = {},
): VisitorEvents {
  const listeners = new Set<Listener>()
  const byVisitor = new Map<string, Set<Listener>>()
  const byConversation = new Map<string, Set<Listener>>()
  /** Listeners that have not received everything that was read. */
  const behind = new Set<Listener>()
  const shares = createShares({ perOwner: perWorkspace, perProcess })
  let isClosed = false
  let isTicking = false
  let ticks = 0
  let readUpTo = clock.now()
  let lastVersion: string | undefined
  let looking: Promise<void> | null = null
  let isSoon = false
  let stopWatching: (() => void) | null = null

  const inGroup = (groups: Map<string, Set<Listener>>, name: string, one: Listener) =>
    groups.set(name, (groups.get(name) ?? new Set()).add(one))
  function outOfGroup(groups: Map<string, Set<Listener>>, name: string, one: Listener): void {
    const group = groups.get(name)
    group?.delete(one)
    if (group?.size === 0) groups.delete(name)
  }

  function remove(one: Listener): void {
    if (!listeners.delete(one)) return
    one.share.close()
    behind.delete(one)
    outOfGroup(byVisitor, one.visitor, one)
    if (one.conversation) outOfGroup(byConversation, one.conversation, one)
  }

  function write(one: Listener, bytes: Uint8Array): void {
    one.stream.enqueue(bytes)
    one.writtenAt = clock.now()
    if (isFull(one)) one.untakenSince ??= one.writtenAt
  }
  const isFull = ({ stream }: Listener) => (stream.desiredSize ?? 0) <= 0

  function send(one: Listener, event: string, data: unknown, id?: string): void {
    const named = id === undefined ? '' : `id: ${id}\n`
    write(one, encoder.encode(`event: ${event}\n${named}data: ${JSON.stringify(data)}\n\n`))
  }

  function end(one: Listener, reason: SiteEventsEnd['reason']): void {
    remove(one)
    send(one, 'end', { reason } satisfies SiteEventsEnd)
    one.stream.close()
  }

  /** Sends the news of conversations to the listeners that have room for it. */
  async function deliver(
    news: readonly { row: StoredConversation; to: readonly Listener[] }[],
  ): Promise<void> {
    if (news.length === 0) return
    const sessions = await getTogether(
      store,
      news.map(({ row, to }) => chatSessions.ref(row.columns.workspace, to[0]?.session ?? '')),
    )
    await Promise.all(
      news.map(async ({ row, to }, nth) => {
        const status = JSON.stringify(statusOf(row, sessions[nth] ?? null))
        for (const one of to) if (listeners.has(one)) sendStatus(one, status)
        await sendMessages(row, to)
      }),
    )
  }

  function sendStatus(one: Listener, status: string): void {
    if (one.status === status) return
    one.status = status
    write(one, encoder.encode(`event: status\ndata: ${status}\n\n`))
  }

  async function sendMessages(
    { id, rev, columns: { workspace }, data }: StoredConversation,
    to: readonly Listener[],
  ): Promise<void> {
    for (const one of to) {
      // After an erasure the messages start at the first position again.
      if (one.position === null || one.position > data.message_count) {
        one.position = data.message_count
      }
    }
    const caughtUp = (one: Listener) => (one.position ?? 0) >= data.message_count
    for (;;) {
      const open = to.filter((one) => listeners.has(one) && !caughtUp(one) && !isFull(one))
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
        for (const one of open) {
          if (!listeners.has(one) || one.position !== row.columns.position || isFull(one)) continue
          send(one, 'message', toSiteMessage(toMessage(row)), row.id)
          one.position += 1
        }
      }
    }
    for (const one of to) {
      if (!listeners.has(one)) continue
      if (caughtUp(one)) {
        one.rev = rev
        behind.delete(one)
      } else behind.add(one)
    }
  }

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
      if (!session || !listeners.has(one)) continue
      if (one.conversation) outOfGroup(byConversation, one.conversation, one)
      one.session = session.id
      one.conversation = session.columns.conversation
      one.rev = 0
      inGroup(byConversation, one.conversation, one)
      behind.add(one)
    }
  }

  /** Reads recent changes once for all listeners, and sends each to those whom it concerns. */
  async function look(since: number): Promise<void> {
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
        [...(byVisitor.get(id) ?? [])].filter(
          (one) => one.workspace === columns.workspace && one.session !== data.session,
        ),
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
      const news = page.flatMap((row) => {
        const to = listenersTo(row)
        return to.length > 0 ? [{ row, to }] : []
      })
      await deliver(news)
    }
    await catchUp()
    readUpTo = now
  }

  function listenersTo({ id, rev, columns }: StoredConversation): Listener[] {
    const waiting = [...(byConversation.get(id) ?? [])]
    return waiting.filter(
      (one) => one.isReady && one.rev !== rev && one.workspace === columns.workspace,
    )
  }

  /** Reads the conversations of listeners that have not received everything. */
  async function catchUp(those: Iterable<Listener> = behind): Promise<void> {
    const late = [...those].filter((one) => one.conversation && !isFull(one)).slice(0, rowsAtOnce)
    if (late.length === 0) return
    const rows = await getTogether(
      store,
      late.map(({ workspace, conversation }) => conversations.ref(workspace, conversation ?? '')),
    )
    const distinct = new Map(rows.flatMap((row) => (row ? [[row.id, row] as const] : [])))
    for (const [nth, one] of late.entries()) if (!rows[nth]) behind.delete(one)
    const news = [...distinct.values()].map((row) => ({ row, to: listenersTo(row) }))
    await deliver(news.filter(({ to }) => to.length > 0))
  }

  /** Ends the streams whose site key is no longer valid. */
  async function checkKeys(): Promise<void> {
    const now = clock.now()
    const each = [...listeners]
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
      if (!isGood && listeners.has(one)) end(one, 'revoked')
    }
  }

  function lookNow(isWide = false): void {
    if (looking) {
      lookSoon()
      return
    }
    looking = (async () => {
      const version = await store.version?.(watched)
      if (version !== undefined && version === lastVersion && !isWide) return catchUp()
      await look((isWide ? clock.now() - wideOverlapMs : readUpTo) - overlapMs)
      lastVersion = version
    })()
      .catch((error) =>
        logger.warn({ error }, 'The changes for open event streams could not be read.'),
      )
      .finally(() => {
        looking = null
      })
  }

  function lookSoon(): void {
    if (isSoon || listeners.size === 0) return
    isSoon = true
    clock.after(hintMs, () => {
      isSoon = false
      lookNow()
    })
  }

  function tick(): void {
    if (listeners.size === 0) {
      isTicking = false
      stopWatching?.()
      stopWatching = null
      return
    }
    clock.after(tickMs, tick)
    ticks += 1
    const now = clock.now()
    for (const one of listeners) {
      if (one.expiresAt <= now) end(one, 'expired')
      else if (one.untakenSince !== null && now - one.untakenSince >= untakenMs) {
        remove(one)
        one.stream.error(new Error('The page stopped reading its events.'))
      } else if (now - one.writtenAt >= heartbeatMs && !isFull(one)) write(one, heartbeat)
    }
    lookNow(ticks % wideTicks === 0)
    if (ticks % keyTicks === 0) {
      checkKeys().catch((error) => logger.warn({ error }, 'Site keys could not be checked.'))
    }
  }

  function begin(): void {
    if (isTicking) return
    isTicking = true
    readUpTo = clock.now()
    const watches = watched.map((name) => store.watch?.(name, lookSoon).catch(() => undefined))
    stopWatching = () => {
      for (const watch of watches) watch?.then((stop) => stop?.())
    }
    clock.after(tickMs, tick)
  }

  /** The position from which a page continues; null to start with new messages only. */
  async function positionAfter(
    workspace: string,
    conversation: string,
    after: string | null,
  ): Promise<number | null> {
    const last = after === null ? null : await messages.get(store, workspace, after)
    return last?.columns.conversation === conversation ? last.columns.position + 1 : null
  }

  return {
    count: () => listeners.size,

    async open({ workspace: { id: workspace }, principal }, after) {
      const share = shares.open(workspace)
      if (!share.take(1)) throw tooMany()
      const { id: visitor, key, origin, expiresAt } = principal
      const own = byVisitor.get(visitor)
      const [oldest] = own ?? []
      if (oldest && own && own.size >= siteLimits.eventStreams) end(oldest, 'replaced')
      let one: Listener | undefined
      const body = new ReadableStream<Uint8Array>(
        {
          start(stream) {
            one = {
              workspace,
              visitor,
              key: key.id,
              origin,
              expiresAt,
              share,
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
            if (one) one.untakenSince = null
          },
          cancel() {
            if (one) remove(one)
          },
        },
        new ByteLengthQueuingStrategy({ highWaterMark: mostUntakenEventBytes }),
      )
      if (!one) throw new Error('A stream starts when it is made.')
      listeners.add(one)
      inGroup(byVisitor, visitor, one)
      begin()
      write(one, encoder.encode(retry))
      if (isClosed) end(one, 'closing')
      else {
        try {
          await findConversations([one])
          const { conversation } = one
          if (conversation === null) sendStatus(one, JSON.stringify(noConversation))
          else one.position = await positionAfter(workspace, conversation, after)
          one.isReady = true
          await catchUp([one])
        } catch (error) {
          remove(one)
          throw error
        }
      }
      return new EventStream(body, headers)
    },

    close() {
      isClosed = true
      for (const one of listeners) end(one, 'closing')
    },
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

function tooMany(): Failure {
  const detail =
    'Too many pages of this site have an open event stream on this server. Try again later.'
  return new Failure('rate_limited', detail, { headers: { 'Retry-After': '30' } })
}
