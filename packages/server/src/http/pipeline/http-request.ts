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
  /** A header by its name in lower case; the values of several are joined by commas. */
  header(name: string): string | null
  /** Gives the signal that is aborted when the client hangs up: the same one each time. */
  signal(): AbortSignal
  /** Gives the body; null where the request has none. */
  body(): Uint8Array | UnreadBody | RefusedBody | null
}

/** The body of a request, not read yet. */
export interface UnreadBody {
  /**
   * Begins to read, once. Neither function is called before this returns, and none after `onEnd` or
   * the function that it returns: that one leaves what still comes to whoever sends it.
   */
  read(onPart: (part: Uint8Array) => void, onEnd: (failure?: unknown) => void): () => void
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
    body: () => body && { read: (onPart, onEnd) => readStream(body, onPart, onEnd) },
  }
}

function readStream(
  body: ReadableStream<Uint8Array>,
  onPart: (part: Uint8Array) => void,
  onEnd: (failure?: unknown) => void,
): () => void {
  const reader = body.getReader()
  let isLeft = false
  const readAll = async () => {
    for (;;) {
      const { done, value } = await reader.read()
      if (isLeft || done) return
      onPart(value)
    }
  }
  readAll().then(
    () => isLeft || onEnd(),
    (failure) => isLeft || onEnd(failure),
  )
  return () => {
    isLeft = true
    // The rest of the body is of no use; the answer must not wait for it.
    void reader.cancel().catch(() => {})
  }
}
