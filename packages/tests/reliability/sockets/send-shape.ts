import { setImmediate, setTimeout } from 'node:timers/promises'
import { openSocket } from '../../../server/test/support/raw.ts'
import type { Round } from '../campaign.ts'
import type { Shape } from './shapes.ts'

const hangMs = 10_000

/**
 * Writes a shape to a connection of its own. Returns the answers when the server closes the connection,
 * or after 10 seconds. With `hold`, returns immediately, and the connection stays open until the round ends.
 */
export async function sendShape(origin: string, shape: Shape, round: Round, mode?: 'hold') {
  const ends: (() => unknown)[] = []
  const { socket, closed, write, answers } = await openSocket(origin, (end) => void ends.push(end))
  for (const part of shape.parts) {
    write(Buffer.from(part, 'latin1'))
    await setImmediate()
  }
  if (mode === 'hold') {
    for (const end of ends) round.onEnd(end)
    return { answers: [], closed: true }
  }
  if (shape.abort) socket.resetAndDestroy()
  else socket.end()
  const timer = new AbortController()
  const hangs = setTimeout(hangMs, false, { signal: timer.signal }).catch(() => false)
  const isClosed = await Promise.race([closed.then(() => true), hangs])
  timer.abort()
  for (const end of ends) end()
  return { answers: answers(), closed: isClosed }
}
