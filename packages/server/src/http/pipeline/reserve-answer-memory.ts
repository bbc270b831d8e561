import { charactersPerWork } from '../../limits/bounds.ts'
import type { Answer } from '../../requests/http-answer.ts'
import { pieceLength } from '../../text/json-stream.ts'
import type { Exchange } from './exchange.ts'
import { onStreamEnd } from './paced-answer.ts'

/**
 * Waits for memory for an answer of about `bytes` bytes. An earlier reservation of the request is released
 * first.
 */
export async function reserveMemory(exchange: Exchange, bytes: number): Promise<void> {
  const { services, request, requestPrincipal } = exchange
  exchange.answerBytes?.release()
  if (!requestPrincipal) return
  const { id } = requestPrincipal.workspace
  exchange.answerBytes = await services.answerMemory.reserve(id, bytes, () => request.signal())
}

/**
 * Returns a function that waits for the workspace's share of a tick. Call it before each piece of a long
 * answer, because a piece is work too: it is written as JSON and sent.
 */
export function enterForPiece({
  services: { enterTick },
  requestPrincipal,
}: Exchange): (() => Promise<void> | undefined) | undefined {
  const workspace = requestPrincipal?.workspace.id
  if (workspace === undefined) return undefined
  return () => enterTick(workspace, pieceLength / charactersPerWork)
}

/**
 * Counts the memory of an answer until it is sent, and returns the answer to send. If the host cannot
 * track the sending, only a stream is counted, until it ends.
 */
export function countUntilSent(
  { services: { answerMemory }, request, requestPrincipal, answerBytes }: Exchange,
  answer: Answer,
): Answer {
  const { body } = answer
  const isStream = body instanceof ReadableStream
  const sending = request.sending?.()
  if (!requestPrincipal || (isStream && !answerBytes)) return answer
  if (!sending) {
    if (answerBytes && isStream) return { ...answer, body: onStreamEnd(body, answerBytes.release) }
    answerBytes?.release()
    return answer
  }
  if (answerBytes) {
    if (!isStream) answerBytes.resize(bytesOf(body))
    sending.onSent(answerBytes.release)
    return answer
  }
  const { id } = requestPrincipal.workspace
  const count = () => sending.onSent(answerMemory.count(id, bytesOf(body)).release)
  const isLong = typeof body === 'string' && body.length >= pieceLength
  // The connection accepts nearly every short answer immediately, so short answers are counted only if
  // they wait.
  if (isLong) count()
  else sending.onWaiting(count)
  return answer
}

function bytesOf(body: Answer['body']): number {
  return typeof body === 'string' ? Buffer.byteLength(body) : 0
}
