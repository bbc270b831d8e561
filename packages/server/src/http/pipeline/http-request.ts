import type { Readable } from 'node:stream'

/**
 * A request in the form that the pipeline reads, from any host. It has no accessors: V8 creates a hidden
 * class for each object literal with accessors, and that class keeps the request in memory until the next
 * full garbage collection.
 */
export interface HttpRequest {
  /** In upper case. */
  readonly method: string
  /** The path as in a parsed URL: percent-encoded and resolved. */
  readonly pathname: string
  /** The query with its question mark; empty without a query. */
  readonly search: string
  /** An object that identifies the connection, if its requests must be served in order, as in HTTP/1. */
  readonly connection?: object | undefined
  /** Returns the progress of the answer, the same object each time. Absent if the host cannot track it. */
  sending?(): AnswerProgress
  /** The address of the client or of a proxy in between, if there is a connection. */
  readonly address?: string | undefined
  /** A header by its name in lower case. Repeated headers are joined by commas. */
  header(name: string): string | null
  /** Returns the signal that aborts when the client hangs up, the same one each time. */
  signal(): AbortSignal
  /**
   * The unread body; null if the request has none. If a body is too long, the pipeline reads up to 8 MiB
   * more of a Node stream, so that the client can read the answer. It cancels any other stream.
   */
  body(): Uint8Array | Readable | ReadableStream<Uint8Array> | RefusedBody | null
}

/** The sending of an answer to its client. */
export interface AnswerProgress {
  /** Whether the connection is sending this answer now: all earlier answers are sent, and this one is not. */
  isUnderWay(): boolean
  /** Calls `run` if the answer is completely written but part of it still waits for the client. */
  onWaiting(run: () => void): void
  /** Calls `run` once the answer is sent, or can no longer be sent. */
  onSent(run: () => void): void
  /** Ends the connection and drops the rest of the answer. */
  breakOff(): void
}

/** A body that the host's parser refused because it was too large. */
export class RefusedBody {
  /** The parser's limit, in bytes. */
  readonly limit: number

  constructor(limit: number) {
    this.limit = limit
  }
}

/** Converts a standard `Request`. */
export function fromStandard(request: Request): HttpRequest {
  const { pathname, search } = new URL(request.url)
  const { method, headers, body } = request
  return {
    method,
    pathname,
    search,
    header: (name) => headers.get(name),
    signal: () => request.signal,
    body: () => body,
  }
}
