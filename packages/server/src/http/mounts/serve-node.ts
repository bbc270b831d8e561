import type { Server, ServerResponse } from 'node:http'
import type { Answer } from '../../requests/http-answer.ts'
import type { AnswerProgress } from '../pipeline/http-request.ts'
import { hasWaiting } from '../pipeline/serve-in-order.ts'
import { fromNode, type HostRequest } from './node-request.ts'
import type { Servable } from './servable.ts'

/** Serves one Node request; never rejects. */
export async function serveNode(
  doorkit: Servable,
  incoming: HostRequest,
  outgoing: ServerResponse,
  mountPath: string | undefined,
): Promise<void> {
  try {
    const request = fromNode(incoming, outgoing)
    const answer = await doorkit.serve(request, { mountPath })
    // After `server.close()`, Node keeps a connection open as long as requests keep coming. So the answer to
    // the last waiting request ends the connection.
    if (isClosing(incoming) && !hasWaiting(incoming.socket)) outgoing.shouldKeepAlive = false
    await sendAnswer(answer, outgoing, request.sending?.())
  } catch {
    // Only a connection that can carry no more HTTP gets here, so no answer is possible.
    outgoing.destroy()
  }
}

/** `server` is an undocumented member of a socket. A request that no server accepted may have no socket. */
function isClosing({ socket }: HostRequest): boolean {
  return (socket as { readonly server?: Server } | undefined)?.server?.listening === false
}

/**
 * Sends an answer over a Node response.
 *
 * @param sending - how far the answer has been sent. An answer whose body is a stream needs it.
 */
export async function sendAnswer(
  answer: Answer,
  outgoing: ServerResponse,
  sending?: AnswerProgress,
): Promise<void> {
  const { status, headers, body } = answer
  if (body instanceof ReadableStream) {
    outgoing.writeHead(status, headers)
    return sendStream(body, outgoing, sending)
  }
  const length = body === null ? {} : { 'Content-Length': Buffer.byteLength(body) }
  outgoing.writeHead(status, { ...headers, ...length })
  outgoing.end(body ?? undefined)
}

async function sendStream(
  body: ReadableStream<Uint8Array>,
  outgoing: ServerResponse,
  sending: AnswerProgress | undefined,
): Promise<void> {
  const reader = body.getReader()
  // A body can fail while the socket accepts nothing.
  reader.closed.catch(() => outgoing.destroy())
  outgoing.flushHeaders()
  // The client may have hung up before there was an answer.
  sending?.onSent(() => reader.cancel().catch(() => {}))
  for (;;) {
    const next = await reader.read()
    if (next.done) break
    if (!outgoing.write(next.value)) await drained(outgoing)
  }
  outgoing.end()
}

/** Resolves when the socket accepts more data or has closed. */
function drained(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      outgoing.off('drain', done).off('close', done)
      resolve()
    }
    if (outgoing.destroyed) resolve()
    else outgoing.once('drain', done).once('close', done)
  })
}
