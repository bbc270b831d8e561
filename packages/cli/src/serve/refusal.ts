import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { API_VERSION, problem } from '@doorkit/models'
import { STATUS_CODES } from './http.ts'

/** Why something is refused before it is a request to the API. */
export interface Refusal {
  readonly status: number
  /** One sentence for a person. */
  readonly detail: string
}

/** Answers with a refusal, as with every other error (docs/api.md#errors). The connection ends with it. */
export function sendRefusal(response: ServerResponse, refusal: Refusal): void {
  const { headers, body } = describe(refusal)
  response.writeHead(refusal.status, headers).end(body)
}

/** The same answer as the bytes of a connection on which Node has no answer to write to. */
export function writeRefusal(refusal: Refusal): string {
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
