import { type Id, limits, type Message, toTimestamp } from '@doorkit/models'
import { unlessAborted } from '@doorkit/store'
import { chatSessions, type StoredChatSession } from '../collections/chat-session.ts'
import { equals } from '../collections/collection.ts'
import { conversations, type StoredConversation } from '../collections/conversation.ts'
import {
  answerTo,
  messages,
  readTranscriptEnd,
  type StoredMessage,
  toMessage,
} from '../collections/message.ts'
import type { Change } from '../commit/commit-change.ts'
import { idempotencyKeyReused } from '../commit/idempotency-lock.ts'
import type { Context } from '../commit/request-context.ts'
import { addMessages, changeConversation } from '../conversations/change-conversation.ts'
import { Failure, notFound } from '../errors/failure.ts'
import { sleep } from '../ports/clock.ts'
import { changedAt } from '../values/changed-at.ts'
import { enabledEndpoints } from '../webhooks/emit-events.ts'
import { type EndedTurn, giveUpStoredTurn, giveUpTurn } from './give-up-turn.ts'

/** A turn that holds its session: the session can answer no other message until the turn ends. */
export type HeldTurn = Awaited<ReturnType<typeof holdTurn>>

// The hold lasts longer than any turn, but not forever: the process of a turn may die.
const holdMs = (limits.chatTurnSeconds + 5) * 1_000

/** The maximum total length of the messages that an agent gets, in UTF-16 code units. */
const transcriptCharacters = 32_000

const repeatMs = limits.idempotencyReplaySeconds * 1_000

const lostRace = new Error('The session or its conversation changed after it was read.')

export interface NewQuestion {
  readonly text: string
  /** The id made from the idempotency key, the same in every repeat; null without a key. */
  readonly id: string | null
}

/**
 * Waits until a session is free, holds it for a turn and stores the message. Call `end` or `release`
 * once the turn is over.
 *
 * @throws Failure `not_found`, `conflict` while a client waits for the answer to another message,
 *   `idempotency_key_in_use`, `idempotency_key_reused` if the key or the id belongs to a message with
 *   another text, or `internal_error` (502) if the client hangs up.
 */
export async function holdTurn(context: Context, id: string, question: NewQuestion) {
  for (;;) {
    const session = await waitUntilSessionFree(context, id)
    if (session.columns.turn_token !== null) {
      await giveUpStoredTurn(context, session)
      continue
    }
    try {
      return toHeldTurn(
        context,
        await context.begin((at) => startTurn(context, session, question, at)),
      )
    } catch (error) {
      if (error !== lostRace) throw error
    }
  }
}

/**
 * How long a server may take to notice that a client has hung up. The next message of that client can
 * arrive earlier, over another connection or in another process.
 */
const noticeMs = 500

// How often to read a session again while its turn runs. Only such a read shows that a turn of another
// process has ended.
const pollMs = 100

/**
 * Reads a session once it is free. If the client of its turn has hung up, this function waits until the
 * turn ends, in any process, or its hold on the session runs out.
 *
 * @throws Failure `not_found`, `conflict` while a client waits for the answer to another message, or
 *   `internal_error` (502) if the client hangs up.
 */
async function waitUntilSessionFree(context: Context, id: string): Promise<StoredChatSession> {
  const { store, clock, runningTurns } = context
  const read = async () => {
    // The turn is also looked up before the read, because it may end during the read.
    const localTurn = runningTurns.find(id)
    const session = await chatSessions.get(store, context.workspace.id, id)
    if (!session) throw notFound('chat session')
    return { session, localTurn: localTurn ?? runningTurns.find(id) }
  }
  const refuseAt = clock.now() + noticeMs
  let { session, localTurn } = await read()
  let hasClient = false
  while (session.columns.turn_token !== null && session.columns.turn_until > clock.now()) {
    const isAbandoned = localTurn?.isAbandoned() || session.columns.turn_left !== 0
    if (!isAbandoned && clock.now() >= refuseAt) throw turnIsHeld()
    const change = isAbandoned ? localTurn?.over : localTurn?.leaving
    const nextPoll = sleep(clock, pollMs)
    const next = change ? Promise.race([change, nextPoll]) : nextPoll
    await unlessAborted(next, context.signal()).catch(() => {
      throw hungUp()
    })
    hasClient = !isAbandoned && !localTurn?.isAbandoned()
    ;({ session, localTurn } = await read())
  }
  // This message arrived before the answer to the earlier one, whose client did not hang up. So it is
  // refused even if that answer has ended since.
  const { turn_token, turn_left } = session.columns
  if (hasClient && turn_token === null && turn_left === 0) throw turnIsHeld()
  return session
}

function turnIsHeld(): Failure {
  const detail =
    'The previous message of this session is still being answered. Wait for its answer.'
  return new Failure('conflict', detail)
}

export function hungUp(): Failure {
  const detail = 'The client hung up before the answer was complete, so the request was stopped.'
  return new Failure('internal_error', detail, { status: 502 })
}

/** The session, conversation and question of a turn, as they are when it begins. */
interface StartedTurn {
  /** The session and conversation as the commit of the question leaves them. */
  readonly session: StoredChatSession
  readonly conversation: StoredConversation
  /** The id of the answer, which is also the fencing token of the turn. */
  readonly answerId: Id<'message'>
  readonly question: Message
  /** The end of the transcript, without the question. */
  readonly before: readonly StoredMessage[]
  /** The question as an earlier turn stored it, if the request is a repeat. */
  readonly earlierQuestion: StoredMessage | null
  readonly beganAt: number
  /** The answer to `earlierQuestion`; null if there is none. */
  readonly earlierAnswer: Message | null
}

async function startTurn(
  context: Context,
  session: StoredChatSession,
  { text, id: givenId }: NewQuestion,
  at: number,
): Promise<Change<StartedTurn>> {
  const { store, clock, makeId } = context
  const { workspace, conversation: conversationId, created_at, updated_at } = session.columns
  const [conversation, transcriptEnd, earlier, enabled] = await Promise.all([
    conversations.get(store, workspace, conversationId),
    readTranscriptEnd(store, workspace, conversationId, transcriptCharacters - text.length),
    givenId && messages.get(store, workspace, givenId),
    // The first message emits an event, so the webhook endpoints are read together with the rest.
    updated_at === created_at ? enabledEndpoints(context, workspace) : undefined,
  ])
  if (!conversation) throw new Error(`The conversation of session ${session.id} is gone.`)
  // After the idempotency key expires, the same request is a new one.
  const stored = earlier && at < earlier.columns.created_at + repeatMs ? earlier : null
  if (stored && toMessage(stored).text !== text) throw idempotencyKeyReused('id')
  // A message that is too old to repeat keeps its id, so the new message gets another id.
  const id = stored?.id ?? (earlier ? null : givenId) ?? makeId('message')
  const question = { id, at, role: 'user', text, tools: [] } as const
  const { ops, after } = stored
    ? { ops: [], after: conversation }
    : await changeConversation(
        context,
        conversation,
        [addMessages(context, conversation, [question])],
        at,
        enabled,
      )
  // The token tells readers of the session which answer is in progress.
  const answerId = makeId('message')
  const set = {
    updated_at: changedAt(session.columns, at),
    turn_token: answerId,
    turn_until: clock.now() + holdMs,
    turn_left: 0,
  }
  const data = { ...session.data, question: id }
  const answer = stored && (await answerTo(store, stored))
  return {
    // The guard on the revision makes sure that no other message was stored after the read.
    ops: [...ops, chatSessions.edit(session, { set, data })],
    reply: {
      session: { ...session, rev: session.rev + 1, columns: { ...session.columns, ...set }, data },
      conversation: after,
      answerId,
      question: {
        id: id as Id<'message'>,
        role: 'user',
        text,
        created_at: toTimestamp(stored?.columns.created_at ?? at),
        tools: [],
      },
      before: transcriptEnd.filter((message) => message.id !== id),
      earlierQuestion: stored,
      beganAt: at,
      earlierAnswer: answer && toMessage(answer),
    },
    onGuard: () => lostRace,
  }
}

function toHeldTurn(context: Context, started: StartedTurn) {
  const { store, runningTurns } = context
  const { session, answerId: token, question } = started
  const { workspace } = session.columns
  const running = runningTurns.begin(session.id)
  const turn = { workspace, session: session.id, token, question: question.id }
  return {
    ...started,
    running,
    /** Stores that the client has hung up, so that the next message waits instead of being refused. */
    async leave(): Promise<void> {
      running.leave()
      const left = chatSessions.patch(
        workspace,
        session.id,
        { set: { turn_left: 1 } },
        // Another process may have asked the turn to stop.
        { when: [equals('turn_token', token), equals('turn_left', 0)] },
      )
      await store.commit([left])
    },
    /** Ends the turn after its answer is stored. */
    end: () => running.end(),
    /**
     * Frees the session of a turn without an answer.
     *
     * @param ended - how the turn ended; null if the agent was not asked.
     */
    async release(ended: EndedTurn | null): Promise<void> {
      try {
        await giveUpTurn(context, turn, ended)
      } finally {
        running.end()
      }
    },
  }
}
