import type { RequestListener, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { type Refusal, sendRefusal, writeRefusal } from './refusal.ts'

const broken: Refusal = { status: 400, detail: 'This is not a request of HTTP/1.1.' }
const withoutHost: Refusal = { status: 400, detail: 'Send one Host header with the request.' }
const tunnel: Refusal = { status: 400, detail: 'This server is not a proxy: it takes no CONNECT.' }
const expectation: Refusal = {
  status: 417,
  detail: 'Nothing but `100-continue` can be expected. Leave the Expect header out.',
}

const refusals: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: { status: 431, detail: 'The headers of the request are too large.' },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    detail: 'The request took too long to arrive. Send it again.',
  },
}

/**
 * Answers what cannot be read as a request with a problem document, as every other error
 * (docs/api.md#headers), in place of Node's empty answer. The connection ends with it.
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
    // A client that has hung up by now gets no answer.
    socket.on('error', () => {})
    end(socket, tunnel)
  })
}

/**
 * Passes on only what says, once, which host it is for. The server is made with `requireHostHeader` off:
 * Node's own refusal is empty.
 */
export function requireHost(listener: RequestListener): RequestListener {
  return (request, response) => {
    const hosts = request.headersDistinct.host?.length ?? (request.httpVersion === '1.1' ? 0 : 1)
    if (hosts !== 1) sendRefusal(response, withoutHost)
    else listener(request, response)
  }
}

function end(socket: Duplex, refusal: Refusal): void {
  socket.end(writeRefusal(refusal), () => socket.destroy())
}
