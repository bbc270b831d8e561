import { randomUUID } from 'node:crypto'
import { type Id, limits, type Message } from '@doorkit/models'
import { chatSessions, type StoredChatSession } from '../collections/chat-session.ts'
import { equals } from '../collections/collection.ts'
import { conversations, type StoredConversation } from '../collections/conversation.ts'
import { readTranscript } from '../collections/message.ts'
import type { Context } from '../kit/context.ts'
import type { RunningTurn } from '../kit/running-turns.ts'
import type { Services } from '../kit/services.ts'
import type { Store } from '../store/port.ts'
import { waitForTurn } from './one-turn-at-a-time.ts'

/** A conversation as it stands when a turn begins. */
export interface SaidBefore {
  readonly transcript: Message[]
  readonly conversation: StoredConversation | null
}

/** A session whose turn is ours: no other message can be answered in it. */
export interface HeldTurn extends Omit<RunningTurn, 'leave'> {
  readonly session: StoredChatSession
  readonly token: string
  /** The messages of the session before, read while the turn was taken. */
  readonly before: Promise<SaidBefore>
  /** The ids of the visitor's message and of the answer to it. */
  readonly messageIds: { readonly visitor: Id<'message'>; readonly answer: Id<'message'> }
  /** Says that the caller has gone: the next message waits for the turn's end. */
  leave(): Promise<void>
  /** Lets others speak again, when the turn came to nothing. */
  release(): Promise<void>
}

// A little longer than a turn may take, so that a dead process does not close a session for good.
const holdMs = (limits.chatTurnSeconds + 5) * 1_000

/**
 * Takes the turn of a session, once it is free. Whoever holds it says `end` or `release` in the end.
 *
 * @throws Failure `not_found`, or `conflict` while somebody waits for the answer to another message.
 */
export async function holdTurn(context: Context, id: string): Promise<HeldTurn> {
  const { store, clock, makeId, runningTurns } = context
  const workspace = context.workspace.id
  const token = randomUUID()
  for (;;) {
    const session = await waitForTurn(context, id)
    const set = { turn_token: token, turn_until: clock.now() + holdMs, turn_left: 0 }
    const before = readBefore(store, session.keys)
    // A turn that has no use for it does not wait for it either.
    before.catch(() => {})
    // The turn is taken of the session that was read, so no message has come since.
    const turn = chatSessions.edit(session, { set })
    if (!(await context.begin([turn]))) continue
    const running = runningTurns.begin(id)
    return {
      ...running,
      session: { ...session, rev: session.rev + 1, keys: { ...session.keys, ...set } },
      token,
      before,
      messageIds: { visitor: makeId('message'), answer: makeId('message') },
      async leave() {
        running.leave()
        const left = chatSessions.patch(
          workspace,
          id,
          { set: { turn_left: 1 } },
          { when: [equals('turn_token', token)] },
        )
        await store.commit([left])
      },
      async release() {
        try {
          await freeTurn(context, workspace, id, token)
        } finally {
          running.end()
        }
      },
    }
  }
}

async function readBefore(
  store: Store,
  { workspace, conversation: id }: StoredChatSession['keys'],
): Promise<SaidBefore> {
  const [transcript, conversation] = await Promise.all([
    readTranscript(store, workspace, id),
    conversations.get(store, workspace, id),
  ])
  return { transcript, conversation }
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
