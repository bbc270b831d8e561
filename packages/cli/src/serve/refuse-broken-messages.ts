import { randomUUID } from 'node:crypto'
import type { RequestListener, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { API_VERSION, problem } from '@doorkit/models'
import { STATUS_CODES } from './node-http.ts'

/** Why the server refuses a message before the API sees it. */
interface Refusal {
  readonly status: number
  /** One sentence for a person. */
  readonly detail: string
}

const broken: Refusal = { status: 400, detail: 'The request is not valid HTTP/1.1.' }
const notOneHost: Refusal = { status: 400, detail: 'Send one Host header with the request.' }
const tunnel: Refusal = {
  status: 400,
  detail: 'This server is not a proxy and does not accept CONNECT.',
}
const expectation: Refusal = {
  status: 417,
  detail: 'Send the Expect header with `100-continue`, or leave it out.',
}

const refusals: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: { status: 431, detail: 'The headers of the request are too large.' },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    detail: 'The request took too long to arrive. Send it again.',
  },
}

/**
 * Answers broken messages, CONNECT and an unknown Expect header with a problem document
 * (docs/api.md#errors), and closes the connection. A broken message or CONNECT gets no answer while
 * another answer is being sent. By default, Node sends an empty answer, or none to CONNECT.
 */
export function refuseBrokenMessages(server: Server): void {
  const openAnswers = new WeakMap<Duplex, Set<ServerResponse>>()
  const refuse = (socket: Duplex, refusal: Refusal) => {
    const answers = [...(openAnswers.get(socket) ?? [])]
    const isSending = answers.some((answer) => answer.headersSent && !answer.writableFinished)
    if (!socket.writable || isSending) socket.destroy()
    else end(socket, refusal)
  }
  server.on('request', ({ socket }, response) => {
    const answers = openAnswers.get(socket) ?? new Set()
    openAnswers.set(socket, answers.add(response))
    response.once('close', () => answers.delete(response))
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET') socket.destroy()
    else refuse(socket, refusals[error.code ?? ''] ?? broken)
  })
  server.on('checkExpectation', (_request, response) => sendRefusal(response, expectation))
  server.on('connect', (_request, socket) => {
    // If the client has disconnected, an error without a listener would end the process.
    socket.on('error', () => {})
    refuse(socket, tunnel)
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

/** Sends a refusal as a problem document (docs/api.md#errors), and closes the connection. */
function sendRefusal(response: ServerResponse, refusal: Refusal): void {
  const { headers, body } = describe(refusal)
  response.writeHead(refusal.status, headers).end(body)
}

/** Sends a refusal on a connection without a `ServerResponse`, and closes the connection. */
function end(socket: Duplex, refusal: Refusal): void {
  const { headers, body } = describe(refusal)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const { status } = refusal
  const text = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n')
  socket.end(text, () => socket.destroy())
}

function describe({ status, detail }: Refusal) {
  const requestId = `req_${randomUUID().replaceAll('-', '')}`
  const body = JSON.stringify(problem('invalid_request', { status, detail, requestId }))
  const headers = {
    Connection: 'close',
    'Content-Type': 'application/problem+json',
    'Content-Length': String(Buffer.byteLength(body)),
    'Service-Version': API_VERSION,
    'X-Request-Id': requestId,
  }
  return { headers, body }
}
