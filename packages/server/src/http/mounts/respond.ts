import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Writable } from 'node:stream'
import type { Answer } from '../../requests/answer.ts'
import type { AnswerProgress } from '../pipeline/http-request.ts'
import type { HostRequest } from './request.ts'

/** Aborts when the client hangs up before the answer is complete. */
export function abortOnClose(outgoing: ServerResponse): AbortSignal {
  const controller = new AbortController()
  const onClose = () => {
    if (!outgoing.writableFinished) controller.abort(new Error('The client hung up.'))
  }
  if (outgoing.closed) onClose()
  else outgoing.once('close', onClose)
  return controller.signal
}

/** Sends an answer over a Node response. */
export async function sendAnswer(answer: Answer, outgoing: ServerResponse): Promise<void> {
  const { status, headers, body } = answer
  if (body instanceof ReadableStream) {
    outgoing.writeHead(status, headers)
    return sendStream(body, outgoing)
  }
  const length = body === null ? {} : { 'Content-Length': Buffer.byteLength(body) }
  outgoing.writeHead(status, { ...headers, ...length })
  outgoing.end(body ?? undefined)
}

async function sendStream(
  body: ReadableStream<Uint8Array>,
  outgoing: ServerResponse,
): Promise<void> {
  const reader = body.getReader()
  // A body can fail while the socket accepts nothing.
  reader.closed.catch(() => outgoing.destroy())
  outgoing.flushHeaders()
  const onHangUp = () => reader.cancel().catch(() => {})
  outgoing.once('close', onHangUp)
  for (;;) {
    const next = await reader.read()
    if (next.done) break
    if (!outgoing.write(next.value)) await drained(outgoing)
  }
  outgoing.off('close', onHangUp)
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

/** Tracks how far an answer over a Node response has been sent. */
export function followSending({ socket }: HostRequest, outgoing: ServerResponse): AnswerProgress {
  // Over HTTP/2, each answer has a stream of its own.
  const { stream = outgoing } = outgoing as { readonly stream?: Writable }
  let onWaiting: (() => void)[] | undefined
  return {
    isUnderWay: () => outgoing.socket !== null,
    onWaiting(run) {
      if (onWaiting) {
        onWaiting.push(run)
        return
      }
      const runs = [run]
      onWaiting = runs
      stream.once('prefinish', () => {
        if (stream.writableLength > 0) for (const each of runs) each()
      })
    },
    onSent(run) {
      if (outgoing.closed || (!outgoing.socket && socket?.destroyed)) run()
      else if (outgoing.socket || !socket) outgoing.once('close', run)
      else onEitherClosed(outgoing, socket, run)
    },
    breakOff: () => void stream.destroy(),
  }
}

/**
 * An answer that waits behind an answer of the host has no socket, so it misses the end of its
 * connection.
 */
function onEitherClosed(outgoing: ServerResponse, socket: Socket, run: () => void): void {
  const closed = () => {
    outgoing.off('close', closed)
    socket.off('close', closed)
    run()
  }
  outgoing.on('close', closed)
  socket.on('close', closed)
}
