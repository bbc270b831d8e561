import { CHAT_STREAM_HEADERS } from '@doorkit/chat-stream'

/** An answer to a request, in a form that every mount can send. */
export interface Answer {
  /** The HTTP status. */
  readonly status: number
  /** The headers by name. */
  readonly headers: Readonly<Record<string, string>>
  /** Text, or a stream for an answer that is sent while it is produced. Null for an answer without a body. */
  readonly body: string | ReadableStream<Uint8Array> | null
}

/** An answer that can be stored and replayed. */
export interface WholeAnswer extends Answer {
  readonly body: string
}

/** An answer that is sent as a stream of events. If the body is null, it is a 204 without events. */
export class EventStream {
  readonly body: ReadableStream<Uint8Array> | null
  readonly headers: Readonly<Record<string, string>>

  /** @param headers - default: the headers of a UI message stream. */
  constructor(
    body: ReadableStream<Uint8Array> | null,
    headers: Readonly<Record<string, string>> = CHAT_STREAM_HEADERS,
  ) {
    this.body = body
    this.headers = headers
  }
}

/** Whether an answer can be stored. The text of a stream is not known yet. */
export function isWhole(answer: Answer): answer is WholeAnswer {
  return typeof answer.body === 'string'
}

export function jsonAnswer(status: number, reply: unknown): WholeAnswer {
  return {
    status,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(reply),
  }
}

/** Marks a stored answer as a replay, for a repeated request with the same idempotency key. */
export function replayAnswer(answer: WholeAnswer): WholeAnswer {
  return { ...answer, headers: { ...answer.headers, 'Idempotent-Replayed': 'true' } }
}

/** Converts an answer to a standard `Response`. A text answer gets a `Content-Length`. */
export function toResponse({ status, headers, body }: Answer): Response {
  const length = typeof body === 'string' ? { 'Content-Length': `${Buffer.byteLength(body)}` } : {}
  return new Response(body, { status, headers: { ...headers, ...length } })
}
