import { CHAT_STREAM_HEADERS } from '@doorkit/chat-stream'

/** An answer that is sent in pieces, as events of a stream. A null body has no events. */
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
