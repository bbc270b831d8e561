import { siteLimits } from '@doorkit/models/site'
import { messages } from '../collections/message.ts'
import { isAllowedOrigin, siteKeys } from '../collections/site-key.ts'
import { workspaces } from '../collections/workspace.ts'
import { Failure } from '../errors/failure.ts'
import {
  mostEventStreamsPerProcess,
  mostEventStreamsPerWorkspace,
  unreadMs,
} from '../limits/bounds.ts'
import { createShares } from '../limits/fair-shares.ts'
import type { EventStream } from '../requests/http-answer.ts'
import { createChangeReader } from '../services/change-reader.ts'
import type { StoreServices } from '../services/services.ts'
import { isUsable } from './authenticate-page.ts'
import { createEventListeners } from './event-listeners.ts'
import { createEventReader, watched } from './read-events.ts'
import { sendNoConversation } from './send-conversation.ts'
import type { Visitor } from './visitor-conversation.ts'

/** The open event streams of this process. They share one timer and the reads of the store. */
export type VisitorEvents = ReturnType<typeof createVisitorEvents>

/** A page without messages sends this as the id of its last message. No stored message has this id. */
const beforeFirst = '0'

const heartbeatMs = siteLimits.eventHeartbeatSeconds * 1_000
/** How many polls pass between two reads that reach further back. */
const widePolls = 20
/** How many polls pass between two checks of the site keys. */
const keyPolls = 5

const retryText = `retry: ${siteLimits.eventRetrySeconds * 1_000}\n\n`
const heartbeat = ':\n\n'

export function createVisitorEvents(
  services: Pick<StoreServices, 'store' | 'clock' | 'logger'>,
  { perWorkspace = mostEventStreamsPerWorkspace, perProcess = mostEventStreamsPerProcess } = {},
) {
  const { store, clock, logger } = services
  const listeners = createEventListeners(clock)
  const { followConversations, readChanges, catchUp } = createEventReader(store, listeners)
  const shares = createShares({ perOwner: perWorkspace, perProcess })
  let isClosed = false

  /** Ends the streams whose site key is no longer valid, or no longer allows their origin. */
  async function checkKeys(): Promise<void> {
    const now = clock.now()
    const each = [...listeners.all]
    const [keys, owners] = await Promise.all([
      siteKeys.getMany(store, [...new Set(each.map(({ siteKey }) => siteKey))]),
      workspaces.getMany(store, [...new Set(each.map(({ workspace }) => workspace))]),
    ])
    await listeners.each(each, (listener) => {
      const key = keys.get(listener.siteKey)
      const workspace = owners.get(listener.workspace)
      const isGood =
        key &&
        workspace &&
        isUsable(key, now) &&
        isAllowedOrigin(workspace.data, key.data, listener.origin)
      if (!isGood) listeners.end(listener, 'revoked')
      return !isGood
    })
  }

  /** Ends the streams whose token has expired or that nobody reads, and writes to those that are silent. */
  function checkStreams(): Promise<void> {
    const now = clock.now()
    return listeners.each(listeners.all, (listener) => {
      if (listener.expiresAt <= now) listeners.end(listener, 'expired')
      else if (listener.fullSince !== null && now - listener.fullSince >= unreadMs) {
        listeners.remove(listener)
        listener.stream.fail(new Error('The page stopped reading its events.'))
      } else if (now - listener.writtenAt >= heartbeatMs && !listener.stream.isFull()) {
        listeners.write(listener, heartbeat)
      } else return false
      return true
    })
  }

  let polls = 0
  const startReading = createChangeReader(services, {
    watched,
    isIdle: () => listeners.all.size === 0,
    read: readChanges,
    catchUp,
    failureMessage: 'The changes for open event streams could not be read.',
    onPoll() {
      polls += 1
      checkStreams().catch((error) =>
        logger.warn({ error }, 'The event streams could not be checked.'),
      )
      if (polls % keyPolls === 0) {
        checkKeys().catch((error) => logger.warn({ error }, 'Site keys could not be checked.'))
      }
      return polls % widePolls === 0
    },
  })

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
    /** The number of open streams. */
    count: () => listeners.all.size,

    /**
     * Opens a stream of the events in a visitor's conversation.
     *
     * @param after - the id of the last message that the page has.
     * @throws Failure `rate_limited` if too many streams are open.
     */
    async open(
      { workspace: { id: workspace }, principal }: Visitor,
      after: string | null,
    ): Promise<EventStream> {
      const share = shares.open(workspace)
      if (!share.take(1)) throw tooMany()
      const { id: visitor, siteKey, origin, expiresAt } = principal
      const own = listeners.ofVisitor(visitor)
      if (own[0] && own.length >= siteLimits.eventStreams) listeners.end(own[0], 'replaced')
      const facts = { workspace, visitor, siteKey: siteKey.id, origin, expiresAt, share }
      const listener = listeners.open(facts)
      startReading()
      listeners.write(listener, retryText)
      if (isClosed) listeners.end(listener, 'closing')
      else {
        try {
          await followConversations([listener])
          const { conversation } = listener
          if (conversation === null) sendNoConversation(listeners, listener)
          else listener.position = await positionAfter(workspace, conversation, after)
          listener.isReady = true
          await catchUp([listener])
        } catch (error) {
          listeners.remove(listener)
          throw error
        }
      }
      return listener.stream.answer
    },

    /** Ends every stream. Streams that are opened later end immediately. */
    close(): void {
      isClosed = true
      for (const listener of listeners.all) listeners.end(listener, 'closing')
    },
  }
}

function tooMany(): Failure {
  const detail = 'Too many event streams are open. Try again later.'
  return new Failure('rate_limited', detail, { headers: { 'Retry-After': '30' } })
}
