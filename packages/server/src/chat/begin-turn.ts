import { type Id, limits, type Message } from '@doorkit/models'
import { changedAt } from '../collections/changed-at.ts'
import { chatSessions, type StoredChatSession } from '../collections/chat-session.ts'
import { equals } from '../collections/collection.ts'
import { conversations, type StoredConversation } from '../collections/conversation.ts'
import { readTranscript } from '../collections/message.ts'
import { changeConversation } from '../conversations/change-conversation.ts'
import { say } from '../conversations/say.ts'
import type { Change } from '../kit/commit-change.ts'
import type { Context } from '../kit/context.ts'
import { idFrom } from '../kit/ids.ts'
import type { Services } from '../kit/services.ts'
import { enabledEndpoints } from '../webhooks/emit.ts'
import { waitForTurn } from './one-turn-at-a-time.ts'

/** A session whose turn is ours: no other message can be answered in it. */
export type HeldTurn = Awaited<ReturnType<typeof holdTurn>>

// A little longer than a turn may take, so that a dead process does not close a session for good.
const holdMs = (limits.chatTurnSeconds + 5) * 1_000

const lostRace = new Error('The session or its conversation was changed since it was read.')

/**
 * Takes the turn of a session, once it is free, and stores the message to answer. Whoever holds it
 * says `end` or `release` in the end.
 *
 * @throws Failure `not_found`, or `conflict` while somebody waits for the answer to another message.
 */
export async function holdTurn(context: Context, id: string, text: string) {
  for (;;) {
    const session = await waitForTurn(context, id)
    try {
      return holding(context, await context.begin((at) => takeTurn(context, session, text, at)))
    } catch (error) {
      if (error !== lostRace) throw error
    }
  }
}

/** What is known of a turn when it begins. */
interface TakenTurn {
  /** The session and its conversation as the turn found them, with the question. */
  readonly session: StoredChatSession
  readonly conversation: StoredConversation
  readonly token: Id<'message'>
  readonly question: Pick<Message, 'id' | 'text'>
  /** The other messages of the session. */
  readonly before: readonly Message[]
  /** The answer that the message had before, where it is sent again. */
  readonly answered: Message | null
}

async function takeTurn(
  context: Context,
  session: StoredChatSession,
  text: string,
  at: number,
): Promise<Change<TakenTurn>> {
  const { store, clock } = context
  const { workspace, conversation: conversationId, created_at, updated_at } = session.keys
  const [conversation, transcript, enabled] = await Promise.all([
    conversations.get(store, workspace, conversationId),
    readTranscript(store, workspace, conversationId),
    // Who is told of the first message is read together with the rest.
    updated_at === created_at ? enabledEndpoints(context, workspace) : undefined,
  ])
  if (!conversation) throw new Error(`The conversation of session ${session.id} is gone.`)
  const { id, isStored } = questionIn(transcript, context, session.id, text)
  const said = [{ id, at, role: 'user', text, tools: [] }] as const
  const { ops, after } = isStored
    ? { ops: [], after: conversation }
    : await changeConversation(
        context,
        conversation,
        [say(context, conversation, said)],
        at,
        enabled,
      )
  // The answer's id, so that whoever reads the session knows which answer is under way.
  const token = context.makeId('message')
  const set = {
    updated_at: changedAt(session.keys, at),
    turn_token: token,
    turn_until: clock.now() + holdMs,
    turn_left: 0,
  }
  return {
    // The turn is taken of the session that was read, so no message has come since.
    ops: [...ops, chatSessions.edit(session, { set })],
    reply: {
      session: { ...session, rev: session.rev + 1, keys: { ...session.keys, ...set } },
      conversation: after,
      token,
      question: { id, text },
      before: transcript.filter((message) => message.id !== id),
      answered: isStored ? answerTo(transcript, id) : null,
    },
    onGuard: () => lostRace,
  }
}

/** The id of a message; a repeat of a request finds the message that the first one has stored. */
function questionIn(
  transcript: readonly Message[],
  { clock, makeId, repeatId }: Context,
  session: string,
  text: string,
) {
  const id = repeatId === null ? makeId('message') : idFrom('message', [session, repeatId, text])
  const stored = transcript.find((message) => message.id === id)
  if (!stored) return { id, isStored: false }
  // A key is forgotten in time: then the same request is another one.
  const forgottenAt = Date.parse(stored.created_at) + limits.idempotencyReplaySeconds * 1_000
  const isStored = clock.now() < forgottenAt
  return { id: isStored ? id : makeId('message'), isStored }
}

function answerTo(transcript: readonly Message[], question: string): Message | null {
  const next = transcript[transcript.findIndex(({ id }) => id === question) + 1]
  return next?.role === 'assistant' ? next : null
}

function holding(context: Context, taken: TakenTurn) {
  const { store, runningTurns } = context
  const { session, token } = taken
  const { workspace } = session.keys
  const running = runningTurns.begin(session.id)
  return {
    ...running,
    ...taken,
    answerId: token,
    /** Says that the caller has gone: the next message waits for the turn's end. */
    async leave(): Promise<void> {
      running.leave()
      const left = chatSessions.patch(
        workspace,
        session.id,
        { set: { turn_left: 1 } },
        { when: [equals('turn_token', token)] },
      )
      await store.commit([left])
    },
    /** Lets others speak again, when the turn came to nothing. */
    async release(): Promise<void> {
      try {
        await freeTurn(context, workspace, session.id, token)
      } finally {
        running.end()
      }
    },
  }
}

/** Ends a turn that came to nothing; false when the token does not hold it any more. */
export async function freeTurn(
  { store }: Pick<Services, 'store'>,
  workspace: string,
  session: string,
  token: string,
): Promise<boolean> {
  const set = { turn_token: null, turn_until: 0, turn_left: 1 }
  const when = [equals('turn_token', token)]
  return (await store.commit([chatSessions.patch(workspace, session, { set }, { when })])).ok
}
