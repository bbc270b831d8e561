import { finished, Readable } from 'node:stream'
import { Failure, invalid } from '../../errors/failure.ts'
import type { Clock } from '../../ports/clock.ts'

/**
 * A request in the form that the pipeline reads, from any host. It has no accessors: V8 creates a hidden
 * class for each object literal with accessors, and that class keeps the request in memory until the
 * next full garbage collection.
 */
export interface HttpRequest {
  /** In upper case. */
  readonly method: string
  /** The path as in a parsed URL: percent-encoded, without the segments `.` and `..`. */
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
   * The unread body; null if the request has none. A body with a `Content-Length` above the limit is not
   * read. If a body turns out to be too long while it is read, the pipeline cancels a web stream. Of a
   * Node stream, it reads up to 8 MiB more, so that the client can read the answer.
   */
  body(): Uint8Array | Readable | ReadableStream<Uint8Array> | RefusedBody | null
}

/** The sending of an answer to its client. */
export interface AnswerProgress {
  /** Whether the connection is sending this answer now, because all earlier answers are completely sent. */
  isUnderWay(): boolean
  /** Calls `run` if the answer is completely written but part of it still waits for the client. */
  onWaiting(run: () => void): void
  /** Calls `run` once the answer is sent, or can no longer be sent. */
  onSent(run: () => void): void
  /** Drops the rest of the answer, and ends the connection or, over HTTP/2, the stream of the answer. */
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

/** A request's body, read but not yet checked. */
export interface Body {
  readonly bytes: Uint8Array
  /** Whether the body is longer than allowed: `bytes` is then only its beginning, or empty. */
  readonly tooLarge: boolean
  /** The limit of the host's parser in bytes, if that parser refused the body. */
  readonly hostLimit?: number | undefined
}

/** Stands for the body of a request that has none, or whose operation accepts none. */
export const noBody: Body = { bytes: new Uint8Array(), tooLarge: false }

// Some hosts have no timeout of their own: Fastify has none by default.
const timeoutMs = 60_000

/** How many bytes of the rest of a refused body are read before its connection is closed. */
const discardedBytes = 8 * 1_048_576

/**
 * Reads the body, but returns at most `limit` bytes of it.
 *
 * @throws Failure `invalid_request` if the client hangs up early or takes longer than a minute.
 */
export async function readBody(request: HttpRequest, limit: number, clock: Clock): Promise<Body> {
  const body = request.body()
  if (Number(request.header('content-length')) > limit) return { ...noBody, tooLarge: true }
  if (!body) return noBody
  if (body instanceof Uint8Array) return atMost(body, limit)
  if (body instanceof RefusedBody) return { ...noBody, tooLarge: true, hostLimit: body.limit }
  try {
    if (!('getReader' in body)) return await readParts(body, limit, clock, discard)
    return await readParts(Readable.fromWeb(body), limit, clock, (rest) => rest.destroy())
  } catch (cause) {
    const detail = 'The body ended too early or took too long. Send the request again.'
    throw new Failure('invalid_request', detail, { cause })
  }
}

const atMost = (bytes: Uint8Array, limit: number): Body =>
  bytes.byteLength > limit
    ? { bytes: bytes.subarray(0, limit), tooLarge: true }
    : { bytes, tooLarge: false }

/** @param leave - handles the rest of a body that is not read to its end. */
function readParts(
  body: Readable,
  limit: number,
  clock: Clock,
  leave: (rest: Readable) => void,
): Promise<Body> {
  const parts: Uint8Array[] = []
  let length = 0
  return new Promise((resolve, reject) => {
    const end = (failure?: Error | null) => {
      stopClock()
      stopWaiting()
      body.off('data', read)
      if (!body.readableEnded) leave(body)
      if (failure) reject(failure)
      else resolve(atMost(Buffer.concat(parts), limit))
    }
    const read = (part: Uint8Array) => {
      parts.push(part)
      length += part.byteLength
      if (length > limit) end()
    }
    const stopClock = clock.after(timeoutMs, () => end(new Error('The body took too long.')))
    const stopWaiting = finished(body, { writable: false }, end)
    body.on('data', read)
  })
}

/**
 * Reads the rest and drops it. Destroying the request instead would reset the connection before the
 * client has read why its body was refused.
 */
function discard(rest: Readable): void {
  let discarded = 0
  rest.on('data', (part: Uint8Array) => {
    discarded += part.byteLength
    if (discarded > discardedBytes) rest.destroy()
  })
  rest.on('error', () => {})
  rest.resume()
}

/** Checks the size, the media type and the encoding of a body, and decodes its text. */
export function bodyText(request: HttpRequest, body: Body, limit: number): string {
  if (body.tooLarge) {
    const detail =
      body.hostLimit === undefined
        ? `The body is larger than ${limit} bytes.`
        : `The body is larger than ${body.hostLimit} bytes, the limit of the body parser in front of ` +
          'this API. To accept more, raise the option `limit` of that parser.'
    throw new Failure('invalid_request', detail, { status: 413 })
  }
  if (body.bytes.length === 0) return ''
  const type = request.header('content-type') ?? ''
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    throw invalid('Content-Type', 'Send the body as `Content-Type: application/json`.')
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body.bytes)
  } catch {
    if (request.header('content-encoding') !== null) {
      throw invalid('Content-Encoding', 'The body is compressed. Send it uncompressed.')
    }
    throw invalid(undefined, 'The body is not valid UTF-8.')
  }
}
