import type { Server } from 'node:http'
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
  const underWay = new Map<Socket, number>()
  let draining = false

  const change = (socket: Socket, by: number) => {
    const count = (underWay.get(socket) ?? 0) + by
    if (!socket.destroyed) underWay.set(socket, count)
    if (draining && count === 0) socket.destroySoon()
  }

  server.on('connection', (socket: Socket) => {
    underWay.set(socket, 0)
    socket.once('close', () => underWay.delete(socket))
  })
  server.on('request', (request, response) => {
    change(request.socket, 1)
    if (draining) response.setHeader('Connection', 'close')
    response.once('close', () => change(request.socket, -1))
  })
  server.closeIdleConnections = () => {}

  return {
    drain() {
      draining = true
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const [socket, count] of underWay) if (count === 0) socket.destroySoon()
      return closed
    },
  }
}
