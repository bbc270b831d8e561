import { unlessAborted } from '@doorkit/store'
import { chatSessions, type StoredChatSession } from '../collections/chat-session.ts'
import { Failure, notFound } from '../errors/failure.ts'
import type { Context } from '../kit/context.ts'
import { sleep } from '../ports/clock.ts'
import { nobodyListens } from './when-gone.ts'

/**
 * How long a server may take to notice that a client has hung up. A client that sends the next
 * message at once is often faster, over another connection or through another process.
 */
const noticeMs = 500

// Between looks at a turn of another process.
const lookMs = 100

/**
 * Reads a session whose turn is free. A turn whose client has hung up is waited for, in whichever
 * process it runs: it ends within its 60 seconds.
 *
 * @throws Failure `not_found`, or `conflict` while somebody waits for the answer to another message.
 */
export async function waitForTurn(context: Context, id: string): Promise<StoredChatSession> {
  const { store, clock, runningTurns } = context
  const read = async () => {
    // Found before the session is read: the turn may end while the session is on its way.
    const here = runningTurns.find(id)
    const session = await chatSessions.get(store, context.workspace.id, id)
    if (!session) throw notFound('chat session')
    return { session, here: here ?? runningTurns.find(id) }
  }
  const refuseAt = clock.now() + noticeMs
  let { session, here } = await read()
  let isForAnother = false
  while (session.keys.turn_token !== null && session.keys.turn_until > clock.now()) {
    const isLeft = here?.isLeft() || session.keys.turn_left === 1
    if (!isLeft && clock.now() >= refuseAt) throw stillAnswered()
    const change = isLeft ? here?.over : here?.leaving
    const look = sleep(clock, lookMs)
    const next = change ? Promise.race([change, look]) : look
    await unlessAborted(next, context.signal()).catch(() => {
      throw nobodyListens()
    })
    isForAnother = !isLeft && !here?.isLeft()
    ;({ session, here } = await read())
  }
  // The message before was answered while this one waited, and somebody got that answer.
  const { turn_token, turn_left } = session.keys
  if (isForAnother && turn_token === null && turn_left === 0) throw stillAnswered()
  return session
}

function stillAnswered(): Failure {
  const detail = 'The previous message of this session is still being answered. Wait for it.'
  return new Failure('conflict', detail)
}
