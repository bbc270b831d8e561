import { chatSessions, type StoredChatSession } from '../collections/chat-session.ts'
import { equals } from '../collections/collection.ts'
import { AnswersInProgress } from '../conversations/team-state.ts'
import { sleep } from '../ports/clock.ts'
import type { Services } from '../services/services.ts'
import type { HeldTurn } from './begin-turn.ts'
import { giveUpStoredTurn, lostTurn } from './give-up-turn.ts'

/** How often a turn checks in the store whether it must stop. */
const pollMs = 1_000

/** The value of `turn_left` that asks the process of the turn to stop it. */
const stopAsked = 2

/** How long a process may take to stop an answer and to store its text. */
const stopMs = 3_000

/** How often to check whether an answer in another process has ended. */
const stoppedPollMs = 100

/**
 * Asks the turn that is in progress in a session to stop, even if it runs in another process.
 *
 * @returns false if no answer is in progress.
 */
export async function askToStop(
  { store, clock, runningTurns }: Services,
  { id, columns: { workspace, turn_token, turn_until } }: StoredChatSession,
): Promise<boolean> {
  if (turn_token === null || turn_until <= clock.now()) return false
  const localTurn = runningTurns.find(id)
  if (localTurn) {
    localTurn.stop()
    return true
  }
  const guard = { when: [equals('turn_token', turn_token)] }
  const request = chatSessions.patch(workspace, id, { set: { turn_left: stopAsked } }, guard)
  return (await store.commit([request])).ok
}

/** Ends a turn of this process after another process has asked it to stop or has freed its session. */
export function endWhenAsked(services: Services, { session, answerId, running }: HeldTurn): void {
  const { store, clock, runningTurns, logger } = services
  const { id, columns } = session
  const localTurn = runningTurns.find(id)
  const isOver = () => runningTurns.find(id) !== localTurn
  const poll = () => {
    if (isOver()) return
    chatSessions
      .get(store, columns.workspace, id)
      .then((row) => {
        if (isOver()) return
        if (row?.columns.turn_token !== answerId) running.abort(lostTurn())
        else if (row.columns.turn_left === stopAsked) running.stop()
        else clock.after(pollMs, poll)
      })
      .catch((error) => {
        logger.warn({ session: id, error }, 'A turn could not check whether it was asked to stop.')
        clock.after(pollMs, poll)
      })
  }
  clock.after(pollMs, poll)
}

/**
 * Commits a change that must come after the answers in progress of its conversation. These are stopped
 * first, in any process, and their text so far is stored.
 */
export async function commitAfterAnswers<Reply>(
  services: Services,
  commit: () => Promise<Reply>,
): Promise<Reply> {
  // The visitor may begin another turn after each stop, so all these answers share one time limit.
  const endAt = services.clock.now() + stopMs
  for (;;) {
    try {
      return await commit()
    } catch (error) {
      if (!(error instanceof AnswersInProgress)) throw error
      await Promise.all(error.sessions.map((session) => endAnswer(services, session, endAt)))
    }
  }
}

async function endAnswer(
  services: Services,
  session: StoredChatSession,
  endAt: number,
): Promise<void> {
  const { store, clock, runningTurns } = services
  const { id, columns } = session
  const isHeld = async () =>
    (await chatSessions.get(store, columns.workspace, id))?.columns.turn_token ===
    columns.turn_token
  const localTurn = runningTurns.find(id)
  if (await askToStop(services, session)) {
    if (localTurn) await Promise.race([localTurn.over, sleep(clock, endAt - clock.now())])
    else while (clock.now() < endAt && (await isHeld())) await sleep(clock, stoppedPollMs)
  }
  // If the session is still held, the process of the answer died or did not stop in time. Once the
  // session is freed, that process can store nothing.
  if (await isHeld()) {
    await giveUpStoredTurn(services, session, { status: 'stopped', errorCode: null })
  }
}
