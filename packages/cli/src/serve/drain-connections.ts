import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/** Ends the connections of a server so that no request is lost. */
export interface Connections {
  /**
   * Goes on serving for a time, in which each connection ends with its next answer. Then it accepts
   * no more, and resolves when every answer under way is sent.
   *
   * @param serveMs - how long that time is, and how long a connection is idle before it is ended
   * without an answer: clients may send a request on it until then. 0 ends idle ones at once.
   */
  drain(serveMs: number): Promise<void>
}

/** The state of a connection. */
interface Use {
  /** The answers under way on it. */
  readonly answers: Set<ServerResponse>
  /** When the last of them was sent, or it was opened. */
  idleSince: number
}

/**
 * Watches the connections of a server; call it before the server has other listeners. Node's own
 * `close` destroys a connection whose answer is written but not sent yet, or to which the next
 * request is on its way, so connections are ended here.
 */
export function watchConnections(server: Server): Connections {
  const connections = new Map<Socket, Use>()
  let draining = false
  let endIdleAfterMs = Number.POSITIVE_INFINITY

  function endWhenIdle(socket: Socket, use: Use): void {
    if (use.answers.size > 0 || endIdleAfterMs === Number.POSITIVE_INFINITY) return
    const leftMs = use.idleSince + endIdleAfterMs - performance.now()
    if (leftMs <= 0) {
      socket.destroySoon()
      return
    }
    const timer = setTimeout(() => endWhenIdle(socket, use), leftMs)
    socket.once('close', () => clearTimeout(timer))
  }

  server.on('connection', (socket: Socket) => {
    connections.set(socket, { answers: new Set(), idleSince: performance.now() })
    socket.once('close', () => connections.delete(socket))
  })
  server.on('request', ({ socket }, response) => {
    const use = connections.get(socket)
    use?.answers.add(response)
    if (draining) announceEnd(response)
    response.once('close', () => {
      if (!use) return
      use.answers.delete(response)
      use.idleSince = performance.now()
      endWhenIdle(socket, use)
    })
  })
  server.closeIdleConnections = () => {}

  return {
    async drain(serveMs) {
      draining = true
      for (const { answers } of connections.values()) answers.forEach(announceEnd)
      if (serveMs > 0) await wait(serveMs)
      endIdleAfterMs = serveMs
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const [socket, use] of connections) endWhenIdle(socket, use)
      await closed
    },
  }
}

/** Says to the client that this is the last answer of the connection, if its head is not sent yet. */
function announceEnd(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close')
}
