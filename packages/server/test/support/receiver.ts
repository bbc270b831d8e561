import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { listen } from './hosts.ts'

/** A request that a receiver got. */
export interface ReceivedRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** Answers one request. The first request has the number 0. */
export type Answer = (response: ServerResponse, number: number) => void

/** Answers with a status and a body. */
export function status(code: number, body = '', headers: Record<string, string> = {}): Answer {
  return (response) => response.writeHead(code, headers).end(body)
}

/** A receiver of webhooks on its own socket, until the test ends. */
export async function startReceiver(answer: Answer = status(204)) {
  const received: ReceivedRequest[] = []
  let current = answer
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const { method = '', url: path = '', headers } = request
    received.push({ method, path, headers, body: Buffer.concat(parts).toString() })
    current(response, received.length - 1)
  })
  return {
    url: await listen(server),
    received,
    /** Changes the answers from now on. */
    answerWith(next: Answer) {
      current = next
    },
  }
}
