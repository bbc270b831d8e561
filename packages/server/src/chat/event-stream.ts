import { CHAT_STREAM_HEADERS } from '@doorkit/chat-stream'

/** An answer that is sent as it is made: events of a stream. Without a body there are none to send. */
export class EventStream {
  readonly body: ReadableStream<Uint8Array> | null
  readonly headers: Readonly<Record<string, string>>

  /** @param headers - default: those of a UI message stream. */
  constructor(
    body: ReadableStream<Uint8Array> | null,
    headers: Readonly<Record<string, string>> = CHAT_STREAM_HEADERS,
  ) {
    this.body = body
    this.headers = headers
  }
}
