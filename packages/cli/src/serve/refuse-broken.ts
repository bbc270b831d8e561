import { randomUUID } from 'node:crypto'
import type { Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { API_VERSION, problem } from '@doorkit/models'

interface Refusal {
  readonly line: string
  readonly status: number
  readonly detail: string
}

const broken: Refusal = {
  line: '400 Bad Request',
  status: 400,
  detail: 'This is not a request of HTTP/1.1.',
}

const refusals: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: {
    line: '431 Request Header Fields Too Large',
    status: 431,
    detail: 'The headers of the request are too large.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    line: '408 Request Timeout',
    status: 408,
    detail: 'The request took too long to arrive. Send it again.',
  },
}

/**
 * Answers what cannot be read as a request with a problem document, as every other error (spec:
 * Conventions 5, Errors), in place of Node's empty answer. The connection ends with it.
 */
export function refuseBroken(server: Server): void {
  const answers = new WeakMap<Duplex, ServerResponse>()
  server.on('request', ({ socket }, response) => answers.set(socket, response))
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const answer = answers.get(socket)
    const isUnderWay = answer?.headersSent && !answer.writableFinished
    if (error.code === 'ECONNRESET' || !socket.writable || isUnderWay) socket.destroy()
    else socket.end(write(refusals[error.code ?? ''] ?? broken), () => socket.destroy())
  })
}

function write({ line, status, detail }: Refusal): string {
  const requestId = `req_${randomUUID().replaceAll('-', '')}`
  const body = JSON.stringify(problem('invalid_request', { status, detail, requestId }))
  const head = [
    `HTTP/1.1 ${line}`,
    'Connection: close',
    'Content-Type: application/problem+json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `Service-Version: ${API_VERSION}`,
    `X-Request-Id: ${requestId}`,
  ]
  return [...head, '', body].join('\r\n')
}
