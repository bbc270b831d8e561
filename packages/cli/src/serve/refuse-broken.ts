import type { RequestListener, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { type Refusal, refusalText, sendRefusal } from './refusal.ts'

const broken: Refusal = { status: 400, detail: 'The request is not valid HTTP/1.1.' }
const notOneHost: Refusal = { status: 400, detail: 'Send one Host header with the request.' }
const tunnel: Refusal = {
  status: 400,
  detail: 'This server is not a proxy and does not accept CONNECT.',
}
const expectation: Refusal = {
  status: 417,
  detail: 'The Expect header may only be `100-continue`. Leave it out.',
}

const refusals: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: { status: 431, detail: 'The headers of the request are too large.' },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    detail: 'The request took too long to arrive. Send it again.',
  },
}

/**
 * Sends a problem document (docs/api.md#headers) in answer to broken messages, CONNECT, and an unknown
 * Expect header, and closes the connection. Node would send an empty answer, or none to CONNECT.
 */
export function refuseBroken(server: Server): void {
  const answers = new WeakMap<Duplex, ServerResponse>()
  server.on('request', ({ socket }, response) => answers.set(socket, response))
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const answer = answers.get(socket)
    const isUnderWay = answer?.headersSent && !answer.writableFinished
    if (error.code === 'ECONNRESET' || !socket.writable || isUnderWay) socket.destroy()
    else end(socket, refusals[error.code ?? ''] ?? broken)
  })
  server.on('checkExpectation', (_request, response) => sendRefusal(response, expectation))
  server.on('connect', (_request, socket) => {
    // If the client has disconnected, an error without a listener would end the process.
    socket.on('error', () => {})
    end(socket, tunnel)
  })
}

/**
 * Refuses an HTTP/1.1 request without a Host header, and any request with several. The server has
 * `requireHostHeader` off, because Node's own refusal has no body.
 */
export function requireHost(listener: RequestListener): RequestListener {
  return (request, response) => {
    const hosts = request.headersDistinct.host?.length ?? (request.httpVersion === '1.1' ? 0 : 1)
    if (hosts !== 1) sendRefusal(response, notOneHost)
    else listener(request, response)
  }
}

function end(socket: Duplex, refusal: Refusal): void {
  socket.end(refusalText(refusal), () => socket.destroy())
}
