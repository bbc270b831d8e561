import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Ends the connections of a server without cutting an answer off. */
export interface Connections {
  /** Accepts no more, and resolves when every answer under way is sent. */
  drain(): Promise<void>
}

/**
 * Watches the connections of a server; call it before the server has other listeners. Node's own
 * `close` destroys a connection whose answer is written but not sent yet, so idle ones are ended
 * here.
 */
export function watchConnections(server: Server): Connections {
  const answers = new Map<Socket, Set<ServerResponse>>()
  let draining = false

  server.on('connection', (socket: Socket) => {
    answers.set(socket, new Set())
    socket.once('close', () => answers.delete(socket))
  })
  server.on('request', ({ socket }, response) => {
    const underWay = answers.get(socket)
    underWay?.add(response)
    if (draining) announceEnd(response)
    response.once('close', () => {
      underWay?.delete(response)
      if (draining && underWay?.size === 0) socket.destroySoon()
    })
  })
  server.closeIdleConnections = () => {}

  return {
    drain() {
      draining = true
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const [socket, underWay] of answers) {
        for (const response of underWay) announceEnd(response)
        if (underWay.size === 0) socket.destroySoon()
      }
      return closed
    },
  }
}

/** Tells the client not to send another request on this connection, if that can still be told. */
function announceEnd(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close')
}
