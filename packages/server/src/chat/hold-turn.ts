import { randomUUID } from 'node:crypto'
import { limits } from '@doorkit/models'
import { chatSessions, type StoredChatSession } from '../collections/chat-session.ts'
import { equals, readOwn } from '../collections/record.ts'
import { Failure, notFound } from '../errors/failure.ts'
import type { Services } from '../services.ts'

/** A session whose turn is ours: nobody else can speak in it. */
export interface HeldTurn {
  readonly session: StoredChatSession
  readonly token: string
  /** Lets others speak again, when the turn came to nothing. */
  release(): Promise<void>
}

// A little longer than a turn may take, so that a dead process does not close a session for good.
const holdMs = (limits.chatTurnSeconds + 5) * 1_000

/**
 * Takes the turn of a session.
 *
 * @throws Failure `not_found`, or `conflict` while another message is being answered.
 */
export async function holdTurn(
  services: Services,
  workspace: string,
  id: string,
): Promise<HeldTurn> {
  const { store, clock } = services
  const token = randomUUID()
  for (;;) {
    const session = await readOwn(store, chatSessions, workspace, id)
    if (!session) throw notFound('chat session')
    const now = clock.now()
    if (session.keys.turn_token !== null && session.keys.turn_until > now) {
      const detail = 'The previous message of this session is still being answered. Wait for it.'
      throw new Failure('conflict', detail)
    }
    const set = { turn_token: token, turn_until: now + holdMs }
    const result = await store.commit([chatSessions.patch(id, { set }, { ifRev: session.rev })])
    if (!result.ok) continue
    return {
      session,
      token,
      async release() {
        const free = { turn_token: null, turn_until: 0 }
        const when = [equals('turn_token', token)]
        await store.commit([chatSessions.patch(id, { set: free }, { when })])
      },
    }
  }
}
