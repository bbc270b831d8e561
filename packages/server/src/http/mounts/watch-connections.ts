import { subscribe, unsubscribe } from 'node:diagnostics_channel'
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
  /** The one that says to be the last. */
  announced?: ServerResponse | undefined
  /** When the last of them was sent, or it was opened. */
  idleSince: number
}

/** The end of an answer, as Node publishes it. */
interface Finished {
  readonly server: Server
  readonly socket: Socket
}

const finishedChannel = 'http.server.response.finish'

/**
 * Watches the connections of a server, best before it has other listeners. Node's own `close`
 * destroys a connection whose answer is written but not sent yet, or to which the next request is on
 * its way, so connections are ended here. Those from before it watches are known from their next
 * request or answer on; the ones that stay silent are left to Node, once all others have had their time.
 */
export function watchConnections(server: Server): Connections {
  const isLate = server.listening
  const closeSilent = server.closeIdleConnections.bind(server)
  const connections = new Map<Socket, Use>()
  let draining = false
  let endIdleAfterMs = Number.POSITIVE_INFINITY

  function know(socket: Socket): Use {
    const known = connections.get(socket)
    if (known) return known
    const use: Use = { answers: new Set(), idleSince: performance.now() }
    connections.set(socket, use)
    socket.once('close', () => {
      connections.delete(socket)
      endSilent()
    })
    return use
  }

  /** Node would destroy those too that have just been answered, or are being sent an answer. */
  function endSilent(): void {
    if (!isLate || endIdleAfterMs === Number.POSITIVE_INFINITY) return
    const isBusy = ({ answers }: Use) => [...answers].some(({ writableEnded }) => !writableEnded)
    if ([...connections.values()].every(isBusy)) closeSilent()
  }

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

  // Over TLS, requests come on the socket inside of the connection.
  server.on('setSecureContext' in server ? 'secureConnection' : 'connection', know)
  server.prependListener('request', ({ socket }, response) => {
    const use = know(socket)
    use.answers.add(response)
    if (draining) announceEnd(use)
    response.once('close', () => {
      use.answers.delete(response)
      use.idleSince = performance.now()
      endWhenIdle(socket, use)
    })
  })
  server.closeIdleConnections = () => {}
  const onFinished = (message: unknown) => {
    const { server: of, socket } = message as Finished
    if (of !== server || connections.has(socket)) return
    endWhenIdle(socket, know(socket))
  }
  if (isLate) subscribe(finishedChannel, onFinished)

  return {
    async drain(serveMs) {
      draining = true
      for (const use of connections.values()) announceEnd(use)
      if (serveMs > 0) await wait(serveMs)
      endIdleAfterMs = serveMs
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const [socket, use] of connections) endWhenIdle(socket, use)
      endSilent()
      await closed
      unsubscribe(finishedChannel, onFinished)
    },
  }
}

/**
 * Says to the client that the last of the answers under way ends the connection, if its head is not sent
 * yet. Behind one that says so, Node would send no other.
 */
function announceEnd(use: Use): void {
  if (use.announced?.headersSent === false) use.announced.removeHeader('Connection')
  use.announced = [...use.answers].at(-1)
  if (use.announced?.headersSent === false) use.announced.setHeader('Connection', 'close')
}
