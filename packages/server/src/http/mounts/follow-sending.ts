import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Writable } from 'node:stream'
import type { AnswerProgress } from '../pipeline/http-request.ts'
import type { HostRequest } from './request.ts'

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

/** An answer that waits behind one of the host's own has no socket, so it misses the end of its connection. */
function onEitherClosed(outgoing: ServerResponse, socket: Socket, run: () => void): void {
  const closed = () => {
    outgoing.off('close', closed)
    socket.off('close', closed)
    run()
  }
  outgoing.on('close', closed)
  socket.on('close', closed)
}
