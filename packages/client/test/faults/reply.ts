import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** A request as the server saw it. */
export interface SeenRequest {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** Answers one request in the way that a test needs. */
export type Reply = (response: ServerResponse, request: SeenRequest) => void

/** Answers with JSON. */
export function json(value: unknown, status = 200, headers: Record<string, string> = {}): Reply {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify(value))
  }
}

/** Answers with a page of a proxy. */
export function page(status: number, text = '<html>Bad gateway</html>'): Reply {
  return (response) => response.writeHead(status, { 'content-type': 'text/html' }).end(text)
}

/** Answers with a status, headers and any text; the type is JSON unless the headers set another. */
export function raw(status: number, text = '', headers: Record<string, string> = {}): Reply {
  return (response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text)
}

/** Never answers. */
export const hang: Reply = () => {}

/** Resets the connection before any answer. */
export const reset: Reply = (response) => response.socket?.resetAndDestroy()

/** Begins a JSON answer and then sends nothing more. */
export const stall: Reply = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
  response.write('{"object":')
}

/** Begins a JSON answer and then closes the connection. */
export const cutOff: Reply = (response, request) => {
  stall(response, request)
  setImmediate(() => response.socket?.destroy())
}

/** Begins a JSON answer and then resets the connection. */
export const resetInBody: Reply = (response, request) => {
  stall(response, request)
  setImmediate(() => response.socket?.resetAndDestroy())
}

/** Writes the pieces of a source one by one, until it ends or the client disconnects. */
export function pour(
  headers: Record<string, string>,
  pieces: () => AsyncIterable<string | Uint8Array>,
): Reply {
  return (response) => {
    response.writeHead(200, headers)
    pipeline(Readable.from(pieces()), response).catch(() => {})
  }
}
