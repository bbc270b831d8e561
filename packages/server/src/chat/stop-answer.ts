import { chatSessions, type StoredChatSession } from '../collections/chat-session.ts'
import { equals } from '../collections/collection.ts'
import { chatSessionsOf } from '../conversations/chat-sessions-of.ts'
import type { Services } from '../services/services.ts'
import type { HeldTurn } from './begin-turn.ts'

/** How often a turn checks whether another process was asked to stop it. */
const lookMs = 1_000

/** The value of `turn_left` that asks the process of the turn to stop it. */
const stopAsked = 2

/**
 * Stops the answer that is in progress in a session, even if another process makes it.
 *
 * @returns false if no answer is in progress.
 */
export async function askToStop(
  { store, clock, runningTurns }: Services,
  { id, columns: { workspace, turn_token, turn_until } }: StoredChatSession,
): Promise<boolean> {
  if (turn_token === null || turn_until <= clock.now()) return false
  const here = runningTurns.find(id)
  if (here) {
    here.stop()
    return true
  }
  const guard = { when: [equals('turn_token', turn_token)] }
  const asked = chatSessions.patch(workspace, id, { set: { turn_left: stopAsked } }, guard)
  return (await store.commit([asked])).ok
}

/** Stops a turn of this process after another process was asked to stop it. */
export function stopWhenAsked(services: Services, { session, token, running }: HeldTurn): void {
  const { store, clock, runningTurns, logger } = services
  const { id, columns } = session
  const here = runningTurns.find(id)
  const isOver = () => runningTurns.find(id) !== here
  const look = () => {
    if (isOver()) return
    chatSessions
      .get(store, columns.workspace, id)
      .then((row) => {
        if (isOver()) return
        if (row?.columns.turn_token === token && row.columns.turn_left === stopAsked) running.stop()
        else clock.after(lookMs, look)
      })
      .catch((error) =>
        logger.warn({ session: id, error }, 'A turn could not check whether it was asked to stop.'),
      )
  }
  clock.after(lookMs, look)
}

/**
 * Stops every answer that is in progress in a conversation. The text so far stays. When the promise
 * resolves, the answers of this process are stored, so the next read of the conversation has them.
 */
export async function stopAnswers(
  services: Services,
  workspace: string,
  conversation: string,
): Promise<void> {
  const sessions = await chatSessionsOf(services, workspace, conversation)
  await Promise.all(
    sessions.map(async (session) => {
      const here = services.runningTurns.find(session.id)
      await askToStop(services, session)
      await here?.over
    }),
  )
}
