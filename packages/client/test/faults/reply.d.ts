import type { IncomingMessage, ServerResponse } from 'node:http'
/** A request as the server saw it. */
export interface SeenRequest {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}
/** Answers one request, in whatever broken way a test needs. */
export type Reply = (response: ServerResponse, request: SeenRequest) => void
/** Answers with JSON. */
export declare function json(
  value: unknown,
  status?: number,
  headers?: Record<string, string>,
): Reply
/** Answers with a page of a proxy. */
export declare function page(status: number, text?: string): Reply
/** Answers with a status, headers and any text; the type is JSON unless the headers say another. */
export declare function raw(status: number, text?: string, headers?: Record<string, string>): Reply
/** Never answers. */
export declare const hang: Reply
/** Resets the connection before any answer. */
export declare const reset: Reply
/** Begins a JSON answer and then falls silent. */
export declare const stall: Reply
/** Begins a JSON answer and then closes the connection. */
export declare const cutOff: Reply
/** Begins a JSON answer and then resets the connection. */
export declare const resetInBody: Reply
/** Writes what a source gives, piece by piece, until it ends or the client has gone. */
export declare function pour(
  headers: Record<string, string>,
  pieces: () => AsyncIterable<string | Uint8Array>,
): Reply
