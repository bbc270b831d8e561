/** An answer that is sent as it is made: the chunks of a UI message stream. */
export class EventStream {
  readonly body: ReadableStream<Uint8Array>

  constructor(body: ReadableStream<Uint8Array>) {
    this.body = body
  }
}
