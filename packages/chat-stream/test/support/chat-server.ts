import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { CHAT_STREAM_HEADERS } from '../../src/index.ts'

/** One request to the server of {@link createChatServer}, under the test's control. */
export interface ServedRequest {
  response: ServerResponse
  socket: Socket
  /** Writes, and waits until the operating system has the input. */
  write: (input: string | Uint8Array) => Promise<void>
  /** Resolves when the connection is closed, by either side. */
  closed: Promise<unknown>
}

/**
 * Starts a real server that answers with the headers of a stream, and passes each request to `serve`.
 * Returns its URL.
 */
export async function createChatServer(
  serve: (served: ServedRequest) => Promise<void> | void,
  headers: Record<string, string> = CHAT_STREAM_HEADERS,
): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createServer((request, response) => {
    const { socket } = request
    // These tests also cause resets, by either side.
    socket.on('error', () => {})
    response.writeHead(200, headers)
    response.flushHeaders()
    void serve({
      response,
      socket,
      write: (input) => new Promise((resolve) => response.write(input, () => resolve())),
      closed: new Promise((resolve) => socket.once('close', resolve)),
    })
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}
