import { randomUUID } from 'node:crypto'
import { type Id, limits } from '@doorkit/models'
import { chatSessions, type StoredChatSession } from '../collections/chat-session.ts'
import { equals, readOwn } from '../collections/record.ts'
import { Failure, notFound } from '../errors/failure.ts'
import type { Services } from '../services.ts'
import type { RunningTurn } from './running-turns.ts'

/** A session whose turn is ours: nobody else can speak in it. */
export interface HeldTurn extends RunningTurn {
  readonly session: StoredChatSession
  readonly token: string
  /** The ids of the visitor's message and of the answer to it. */
  readonly messageIds: { readonly visitor: Id<'message'>; readonly answer: Id<'message'> }
  /** Lets others speak again, when the turn came to nothing. */
  release(): Promise<void>
}

// A little longer than a turn may take, so that a dead process does not close a session for good.
const holdMs = (limits.chatTurnSeconds + 5) * 1_000

/** What a session is without a turn. */
const free = { turn_token: null, turn_until: 0 }

/**
 * Takes the turn of a session. Whoever holds it says `end` or `release` in the end.
 *
 * @throws Failure `not_found`, or `conflict` while another message is being answered.
 */
export async function holdTurn(
  services: Services,
  workspace: string,
  id: string,
): Promise<HeldTurn> {
  const { store, clock, makeId, runningTurns } = services
  const token = randomUUID()
  for (;;) {
    const session = await readOwn(store, chatSessions, workspace, id)
    if (!session) throw notFound('chat session')
    const now = clock.now()
    if (session.keys.turn_token !== null && session.keys.turn_until > now) {
      const ending = runningTurns.ending(id)
      if (ending) {
        await ending
        continue
      }
      const detail = 'The previous message of this session is still being answered. Wait for it.'
      throw new Failure('conflict', detail)
    }
    const set = { turn_token: token, turn_until: now + holdMs }
    const result = await store.commit([chatSessions.patch(id, { set }, { ifRev: session.rev })])
    if (!result.ok) continue
    const running = runningTurns.begin(id)
    return {
      ...running,
      session,
      token,
      messageIds: { visitor: makeId('message'), answer: makeId('message') },
      async release() {
        try {
          await freeTurn(services, id, token)
        } finally {
          running.end()
        }
      },
    }
  }
}

/** Takes a turn from whoever holds it with the token; false when nobody does any more. */
export async function freeTurn(
  { store }: Pick<Services, 'store'>,
  session: string,
  token: string,
): Promise<boolean> {
  const when = [equals('turn_token', token)]
  return (await store.commit([chatSessions.patch(session, { set: free }, { when })])).ok
}
