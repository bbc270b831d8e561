import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { API_VERSION, problem } from '@doorkit/models'
import { STATUS_CODES } from './node-http.ts'

/** Why the server refuses a message before the API sees it. */
export interface Refusal {
  readonly status: number
  /** One sentence for a person. */
  readonly detail: string
}

/** Sends a refusal as a problem document (docs/api.md#errors), and closes the connection. */
export function sendRefusal(response: ServerResponse, refusal: Refusal): void {
  const { headers, body } = describe(refusal)
  response.writeHead(refusal.status, headers).end(body)
}

/** Returns a refusal as the text of an HTTP response, for a connection without a `ServerResponse`. */
export function refusalText(refusal: Refusal): string {
  const { headers, body } = describe(refusal)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const { status } = refusal
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n')
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
