import type { Readable } from 'node:stream'

/**
 * A request in the form that the pipeline reads, whichever host took it in. It has no accessors: V8
 * makes a hidden class for each object that is written with one, and they hold on to their requests
 * until the next full collection.
 */
export interface HttpRequest {
  /** In upper case. */
  readonly method: string
  /** The path as a URL has it: percent-encoded, with nothing left to resolve. */
  readonly pathname: string
  /** The query with its question mark; empty without a query. */
  readonly search: string
  /** Where requests of one connection have to be served in their order, as in HTTP/1: what stands for it. */
  readonly connection?: object | undefined
  /** Gives what follows the answer on its way out: the same one each time. Left out by hosts that cannot tell. */
  sending?(): AnswerProgress
  /** The address of the other end of the connection, where there is one: a proxy's, if one is between. */
  readonly address?: string | undefined
  /** A header by its name in lower case; the values of several are joined by commas. */
  header(name: string): string | null
  /** Gives the signal that is aborted when the client hangs up: the same one each time. */
  signal(): AbortSignal
  /**
   * Gives the body, which nobody has begun to read; null where the request has none. A stream of Node
   * that is too long is read on to its end, as its connection could serve no other request; any
   * other one is canceled.
   */
  body(): Uint8Array | Readable | ReadableStream<Uint8Array> | RefusedBody | null
}

/** The way of an answer from the host to its client. */
export interface AnswerProgress {
  /** Whether it is the one that its connection sends: those before it are sent, and it is not. */
  isUnderWay(): boolean
  /** Calls when the whole answer was given to the connection and some of it waits there for the client. */
  onWaiting(run: () => void): void
  /** Calls once the answer is sent, or never will be. */
  onSent(run: () => void): void
  /** Ends the connection with what is left of the answer. */
  breakOff(): void
}

/** A body that a parser of the host has refused, as larger than the bytes it takes. */
export class RefusedBody {
  /** The most bytes that the parser takes. */
  readonly limit: number

  constructor(limit: number) {
    this.limit = limit
  }
}

/** Reads a standard request. */
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
