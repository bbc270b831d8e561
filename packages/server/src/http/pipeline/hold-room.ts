import type { Answer } from '../../kit/answer.ts'
import { pieceLength } from '../../text/json-stream.ts'
import type { Exchange } from './exchange.ts'
import { whenEnded } from './when-ended.ts'

/** Waits until there is room for an answer of about so many bytes, in place of what the request had. */
export async function holdRoom(exchange: Exchange, bytes: number): Promise<void> {
  const { services, request, caller } = exchange
  exchange.held?.release()
  if (!caller) return
  exchange.held = await services.unsent.hold(caller.workspace.id, bytes, () => request.signal())
}

/**
 * Counts an answer until it is sent, and gives what to send in its place. A host that cannot tell when
 * that is holds room for what is made while it is taken, and for no whole answer.
 */
export function countUntilSent(
  { services: { unsent }, request, caller, held }: Exchange,
  answer: Answer,
): Answer {
  const { body } = answer
  const isMadeLater = body instanceof ReadableStream
  const sending = request.sending?.()
  if (!caller || (isMadeLater && !held)) return answer
  if (!sending) {
    if (held && isMadeLater) return { ...answer, body: whenEnded(body, held.release) }
    held?.release()
    return answer
  }
  if (held) {
    if (!isMadeLater) held.resize(bytesOf(body))
    sending.onSent(held.release)
    return answer
  }
  const count = () => sending.onSent(unsent.count(caller.workspace.id, bytesOf(body)).release)
  const isLong = typeof body === 'string' && body.length >= pieceLength
  // The connection takes nearly every short answer at once.
  if (isLong) count()
  else sending.onWaiting(count)
  return answer
}

function bytesOf(body: Answer['body']): number {
  return typeof body === 'string' ? Buffer.byteLength(body) : 0
}
