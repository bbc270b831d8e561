import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { type Client, type ClientOptions, createClient } from '../src/index.ts'

/** A request as the server saw it. */
interface SeenRequest {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** Answers one request, in whatever broken way a test needs. */
export type Reply = (response: ServerResponse, request: SeenRequest) => void

/** A real server that answers from a script: one reply per request, the last one again and again. */
export interface ScriptedServer {
  readonly origin: string
  readonly seen: readonly SeenRequest[]
  /** Resolves once `count` requests have come. */
  arrived(count: number): Promise<void>
}

/** Starts a scripted server that lives as long as the test. */
export async function startServer(...script: Reply[]): Promise<ScriptedServer> {
  const seen: SeenRequest[] = []
  const watchers: { count: number; resolve: () => void }[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request.setEncoding('utf8')) body += part
    const { method = '', url = '', headers } = request
    seen.push({ method, url, headers, body })
    for (const { count, resolve } of watchers) if (seen.length >= count) resolve()
    const reply = script[Math.min(seen.length, script.length) - 1]
    reply?.(response, { method, url, headers, body })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    arrived: (count) =>
      seen.length >= count
        ? Promise.resolve()
        : new Promise((resolve) => watchers.push({ count, resolve })),
  }
}

/** A client of a scripted server. */
export function clientOf(server: ScriptedServer, options: ClientOptions = {}): Client {
  return createClient({ apiKey: 'dk_test_secret', baseUrl: `${server.origin}/v1`, ...options })
}

/** Answers with JSON. */
export function json(value: unknown, status = 200, headers: Record<string, string> = {}): Reply {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify(value))
  }
}

/** Refuses with a problem document. */
export function refusal(status: number, code: string, headers: Record<string, string> = {}): Reply {
  const type = `https://doorkit.dev/docs/errors#${code}`
  const problem = { type, title: 'Refused', status, code, detail: 'Why.', request_id: 'req_1' }
  return json(problem, status, { 'content-type': 'application/problem+json', ...headers })
}

/** Answers with a page of a proxy. */
export function page(status: number, text = '<html>Bad gateway</html>'): Reply {
  return (response) => response.writeHead(status, { 'content-type': 'text/html' }).end(text)
}

/** Never answers. */
export const hang: Reply = () => {}

/** Resets the connection before any answer. */
export const reset: Reply = (response) => response.socket?.resetAndDestroy()

/** Begins a JSON answer and then falls silent. */
export const stall: Reply = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
  response.write('{"object":')
}

/** Begins a JSON answer and then closes the connection. */
export const cutOff: Reply = (response) => {
  stall(response, { method: '', url: '', headers: {}, body: '' })
  setImmediate(() => response.socket?.destroy())
}

/** A list envelope. */
export function listOf(data: readonly unknown[], nextCursor: string | null = null) {
  return { object: 'list', data, has_more: nextCursor !== null, next_cursor: nextCursor }
}
