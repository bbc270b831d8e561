import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/** Ends the connections of a server without losing a request. */
export type Connections = ReturnType<typeof watchConnections>

interface ConnectionState {
  /** The answers to the requests that have arrived. Each is removed when it is closed. */
  readonly answers: Set<ServerResponse>
  /** The answer with `Connection: close`. */
  announced?: ServerResponse | undefined
  /** When the last answer was sent or, before the first one, when the connection became known. */
  idleSince: number
}

const finishedChannel = 'http.server.response.finish'

/**
 * Watches the connections of a server. Node's own `close` destroys connections whose answer is written
 * but not yet sent, or whose next request is about to arrive. So this code ends connections itself.
 *
 * Call it before the server listens. A connection that was opened earlier becomes known with its next
 * request or answer. If it stays silent, `endSilent` closes it.
 */
export function watchConnections(server: Server) {
  const wasListening = server.listening
  const closeSilent = server.closeIdleConnections.bind(server)
  const connections = new Map<Socket, ConnectionState>()
  let isDraining = false
  let endIdleAfterMs = Number.POSITIVE_INFINITY

  function stateOf(socket: Socket): ConnectionState {
    const known = connections.get(socket)
    if (known) return known
    const state: ConnectionState = { answers: new Set(), idleSince: performance.now() }
    connections.set(socket, state)
    socket.once('close', () => {
      connections.delete(socket)
      endSilent()
    })
    return state
  }

  /**
   * Closes silent connections, but only if every known connection has an unfinished answer: Node would
   * also destroy a connection whose answer was just written.
   */
  function endSilent(): void {
    if (!wasListening || endIdleAfterMs === Number.POSITIVE_INFINITY) return
    const isBusy = ({ answers }: ConnectionState) =>
      [...answers].some(({ writableEnded }) => !writableEnded)
    if ([...connections.values()].every(isBusy)) closeSilent()
  }

  function endWhenIdle(socket: Socket, state: ConnectionState): void {
    if (state.answers.size > 0 || endIdleAfterMs === Number.POSITIVE_INFINITY) return
    const leftMs = state.idleSince + endIdleAfterMs - performance.now()
    if (leftMs <= 0) {
      socket.destroySoon()
      return
    }
    const timer = setTimeout(() => endWhenIdle(socket, state), leftMs)
    socket.once('close', () => clearTimeout(timer))
  }

  // Over TLS, requests arrive on the TLS socket, which the event `connection` does not pass.
  server.on('setSecureContext' in server ? 'secureConnection' : 'connection', stateOf)
  server.prependListener('request', ({ socket }, response) => {
    const state = stateOf(socket)
    state.answers.add(response)
    if (isDraining) announceEnd(state)
    response.once('close', () => {
      state.answers.delete(response)
      state.idleSince = performance.now()
      endWhenIdle(socket, state)
    })
  })
  server.closeIdleConnections = () => {}
  const onFinished = (message: unknown) => {
    const { server: sender, socket } = message as { server: Server; socket: Socket }
    if (sender !== server || connections.has(socket)) return
    endWhenIdle(socket, stateOf(socket))
  }
  if (wasListening) subscribe(finishedChannel, onFinished)

  return {
    /**
     * Keeps serving for a while, and ends each connection with its next answer. Then it accepts no more
     * connections, and resolves when every connection has ended.
     *
     * @param serveMs - how long the server keeps serving, and how long an idle connection stays open for
     * another request, in milliseconds. 0 ends idle connections immediately.
     */
    async drain(serveMs: number): Promise<void> {
      isDraining = true
      for (const state of connections.values()) announceEnd(state)
      if (serveMs > 0) await wait(serveMs)
      endIdleAfterMs = serveMs
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const [socket, state] of connections) endWhenIdle(socket, state)
      endSilent()
      await closed
      unsubscribe(finishedChannel, onFinished)
    },
  }
}

/**
 * Marks the answer to the newest request with `Connection: close`, unless its headers are already sent.
 * Only this answer may have the header: Node sends no answer after it.
 */
function announceEnd(state: ConnectionState): void {
  if (state.announced?.headersSent === false) state.announced.removeHeader('Connection')
  state.announced = [...state.answers].at(-1)
  if (state.announced?.headersSent === false) state.announced.setHeader('Connection', 'close')
}
