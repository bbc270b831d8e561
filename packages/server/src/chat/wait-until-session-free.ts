import { unlessAborted } from '@doorkit/store'
import { chatSessions, type StoredChatSession } from '../collections/chat-session.ts'
import type { Context } from '../commit/context.ts'
import { Failure, notFound } from '../errors/failure.ts'
import { sleep } from '../ports/clock.ts'
import { hungUp } from './watch-client.ts'

/**
 * How long a server may take to notice that a client has hung up. The next message of that client can
 * arrive earlier, over another connection or in another process.
 */
const noticeMs = 500

// How often to read a session whose turn runs in another process.
const lookMs = 100

/**
 * Reads a session once it is free. If the client of its turn has hung up, this function waits for the
 * end of the turn, in any process. A turn ends within 60 seconds.
 *
 * @throws Failure `not_found`, or `conflict` while a client waits for the answer to another message.
 */
export async function waitUntilSessionFree(
  context: Context,
  id: string,
): Promise<StoredChatSession> {
  const { store, clock, runningTurns } = context
  const read = async () => {
    // The turn is also looked up before the read, because it may end during the read.
    const here = runningTurns.find(id)
    const session = await chatSessions.get(store, context.workspace.id, id)
    if (!session) throw notFound('chat session')
    return { session, here: here ?? runningTurns.find(id) }
  }
  const refuseAt = clock.now() + noticeMs
  let { session, here } = await read()
  let isForAnother = false
  while (session.columns.turn_token !== null && session.columns.turn_until > clock.now()) {
    const isLeft = here?.isLeft() || session.columns.turn_left === 1
    if (!isLeft && clock.now() >= refuseAt) throw turnIsHeld()
    const change = isLeft ? here?.over : here?.leaving
    const look = sleep(clock, lookMs)
    const next = change ? Promise.race([change, look]) : look
    await unlessAborted(next, context.signal()).catch(() => {
      throw hungUp()
    })
    isForAnother = !isLeft && !here?.isLeft()
    ;({ session, here } = await read())
  }
  // The earlier message was answered in the meantime, and its client did not hang up.
  const { turn_token, turn_left } = session.columns
  if (isForAnother && turn_token === null && turn_left === 0) throw turnIsHeld()
  return session
}

function turnIsHeld(): Failure {
  const detail = 'The previous message of this session is still being answered. Wait for it.'
  return new Failure('conflict', detail)
}
