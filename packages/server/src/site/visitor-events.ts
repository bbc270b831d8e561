import { siteLimits } from '@doorkit/models/site'
import { messages } from '../collections/message.ts'
import { isAllowedOrigin, siteKeys } from '../collections/site-key.ts'
import { workspaces } from '../collections/workspace.ts'
import { Failure } from '../errors/failure.ts'
import {
  mostEventStreamsPerProcess,
  mostEventStreamsPerWorkspace,
  untakenMs,
} from '../limits/bounds.ts'
import { createShares } from '../limits/fair-shares.ts'
import { EventStream } from '../requests/http-answer.ts'
import { createChangeReader } from '../services/change-reader.ts'
import type { StoreServices } from '../services/services.ts'
import { isUsable } from './authenticate-page.ts'
import { createEventListeners, isFull } from './event-listeners.ts'
import { createEventReader, watched } from './read-events.ts'
import { sendNoConversation } from './send-conversation.ts'
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

const heartbeatMs = siteLimits.eventHeartbeatSeconds * 1_000
/** A longer time is read after this many polls. */
const widePolls = 20
/** Site keys are checked after this many polls. */
const keyPolls = 5

const headers = {
  'Content-Type': 'text/event-stream',
  'X-Accel-Buffering': 'no',
}
const retryText = `retry: ${siteLimits.eventRetrySeconds * 1_000}\n\n`
const heartbeat = ':\n\n'

/** Makes {@link VisitorEvents}. */
export function createVisitorEvents(
  services: Pick<StoreServices, 'store' | 'clock' | 'logger'>,
  { perWorkspace = mostEventStreamsPerWorkspace, perProcess = mostEventStreamsPerProcess } = {},
): VisitorEvents {
  const { store, clock, logger } = services
  const listeners = createEventListeners(clock)
  const { findConversations, readChanges, catchUp } = createEventReader(store, listeners)
  const shares = createShares({ perOwner: perWorkspace, perProcess })
  let isClosed = false

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

  let polls = 0
  const startReading = createChangeReader(services, {
    watched,
    isIdle: () => listeners.all.size === 0,
    read: readChanges,
    catchUp,
    problem: 'The changes for open event streams could not be read.',
    onPoll() {
      polls += 1
      const now = clock.now()
      for (const one of listeners.all) {
        if (one.expiresAt <= now) listeners.end(one, 'expired')
        else if (one.untakenSince !== null && now - one.untakenSince >= untakenMs) {
          listeners.remove(one)
          one.stream.error(new Error('The page stopped reading its events.'))
        } else if (now - one.writtenAt >= heartbeatMs && !isFull(one)) {
          listeners.write(one, heartbeat)
        }
      }
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
    count: () => listeners.all.size,

    async open({ workspace: { id: workspace }, principal }, after) {
      const share = shares.open(workspace)
      if (!share.take(1)) throw tooMany()
      const { id: visitor, siteKey, origin, expiresAt } = principal
      const own = listeners.ofVisitor(visitor)
      if (own[0] && own.length >= siteLimits.eventStreams) listeners.end(own[0], 'replaced')
      const facts = { workspace, visitor, key: siteKey.id, origin, expiresAt, share }
      const { listener: one, body } = listeners.open(facts)
      startReading()
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
