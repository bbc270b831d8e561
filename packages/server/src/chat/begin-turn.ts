import { randomUUID } from 'node:crypto'
import { limits } from '@doorkit/models'
import { chatSessions, type StoredChatSession } from '../collections/chat-session.ts'
import { equals } from '../collections/collection.ts'
import { conversations } from '../collections/conversation.ts'
import { readTranscript } from '../collections/message.ts'
import type { Context } from '../kit/context.ts'
import type { Services } from '../kit/services.ts'
import type { Store } from '../store/port.ts'
import { waitForTurn } from './one-turn-at-a-time.ts'

/** A session whose turn is ours: no other message can be answered in it. */
export type HeldTurn = Awaited<ReturnType<typeof holdTurn>>

// A little longer than a turn may take, so that a dead process does not close a session for good.
const holdMs = (limits.chatTurnSeconds + 5) * 1_000

/**
 * Takes the turn of a session, once it is free. Whoever holds it says `end` or `release` in the end.
 *
 * @throws Failure `not_found`, or `conflict` while somebody waits for the answer to another message.
 */
export async function holdTurn(context: Context, id: string) {
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
      /** The messages of the session before, read while the turn was taken. */
      before,
      /** The ids of the visitor's message and of the answer to it. */
      messageIds: { visitor: makeId('message'), answer: makeId('message') },
      /** Says that the caller has gone: the next message waits for the turn's end. */
      async leave(): Promise<void> {
        running.leave()
        const left = chatSessions.patch(
          workspace,
          id,
          { set: { turn_left: 1 } },
          { when: [equals('turn_token', token)] },
        )
        await store.commit([left])
      },
      /** Lets others speak again, when the turn came to nothing. */
      async release(): Promise<void> {
        try {
          await freeTurn(context, workspace, id, token)
        } finally {
          running.end()
        }
      },
    }
  }
}

/** A conversation as it stands when a turn begins. */
async function readBefore(
  store: Store,
  { workspace, conversation: id }: StoredChatSession['keys'],
) {
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
