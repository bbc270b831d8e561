import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/** Ends the connections of a server without losing a request. */
export interface Connections {
  /**
   * Keeps serving for a while, and ends each connection with its next answer. Then it accepts no more
   * connections, and resolves when every started answer is sent.
   *
   * @param serveMs - how long it keeps serving, and how long an idle connection stays open for another
   * request, in milliseconds. 0 ends idle connections immediately.
   */
  drain(serveMs: number): Promise<void>
}

/** The state of a connection. */
interface ConnectionState {
  /** The started answers. */
  readonly answers: Set<ServerResponse>
  /** The answer with `Connection: close`. */
  announced?: ServerResponse | undefined
  /** When the last answer was sent, or the connection was opened. */
  idleSince: number
}

/** Node's message on the diagnostics channel when an answer ends. */
interface FinishMessage {
  readonly server: Server
  readonly socket: Socket
}

const finishedChannel = 'http.server.response.finish'

/**
 * Watches the connections of a server. Call it before adding other listeners. Node's own `close`
 * destroys connections whose answer is written but not yet sent, or whose next request is about to
 * arrive. So this code ends connections itself.
 *
 * A connection that was opened earlier becomes known with its next request or answer. If it stays
 * silent, Node closes it after all others have ended.
 */
export function watchConnections(server: Server): Connections {
  const isLate = server.listening
  const closeSilent = server.closeIdleConnections.bind(server)
  const connections = new Map<Socket, ConnectionState>()
  let draining = false
  let endIdleAfterMs = Number.POSITIVE_INFINITY

  function know(socket: Socket): ConnectionState {
    const known = connections.get(socket)
    if (known) return known
    const use: ConnectionState = { answers: new Set(), idleSince: performance.now() }
    connections.set(socket, use)
    socket.once('close', () => {
      connections.delete(socket)
      endSilent()
    })
    return use
  }

  /**
   * Closes silent connections, but only if every other connection has an unfinished answer: Node would
   * also destroy a connection whose answer was just written.
   */
  function endSilent(): void {
    if (!isLate || endIdleAfterMs === Number.POSITIVE_INFINITY) return
    const isBusy = ({ answers }: ConnectionState) =>
      [...answers].some(({ writableEnded }) => !writableEnded)
    if ([...connections.values()].every(isBusy)) closeSilent()
  }

  function endWhenIdle(socket: Socket, use: ConnectionState): void {
    if (use.answers.size > 0 || endIdleAfterMs === Number.POSITIVE_INFINITY) return
    const leftMs = use.idleSince + endIdleAfterMs - performance.now()
    if (leftMs <= 0) {
      socket.destroySoon()
      return
    }
    const timer = setTimeout(() => endWhenIdle(socket, use), leftMs)
    socket.once('close', () => clearTimeout(timer))
  }

  // Over TLS, requests arrive on the inner socket.
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
    const { server: sender, socket } = message as FinishMessage
    if (sender !== server || connections.has(socket)) return
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
 * Marks the last started answer with `Connection: close`, unless its headers are already sent. Only the
 * last one may have the header: Node sends no answer after it.
 */
function announceEnd(use: ConnectionState): void {
  if (use.announced?.headersSent === false) use.announced.removeHeader('Connection')
  use.announced = [...use.answers].at(-1)
  if (use.announced?.headersSent === false) use.announced.setHeader('Connection', 'close')
}
