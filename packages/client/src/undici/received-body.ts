import type { ReceivedBytes } from './received-bytes.ts'

/** How many bytes are buffered before the connection is paused. */
const highWaterBytes = 65_536

/** The controls of a body's connection. */
export interface Flow {
  resume(): void
  abort(reason: Error): void
}

/** The bytes of one answer, buffered until they are read, as a whole or as a stream. */
export class ReceivedBody {
  readonly #flow: Flow
  #chunks: Uint8Array[] = []
  /** Bytes in `#chunks`. */
  #bytes = 0
  /** The most bytes to collect; set when the whole body is read. */
  #maxBytes: number | undefined
  #end: ReceivedBytes['end'] | undefined
  #cause: unknown
  /** Wakes the reader when the body ends, and the reader of a stream also when bytes arrive. */
  #wake: (() => void) | undefined

  constructor(flow: Flow) {
    this.#flow = flow
  }

  /** Adds a chunk; returns false if the connection should be paused. */
  push(chunk: Uint8Array): boolean {
    if (this.#end !== undefined) return true
    this.#chunks.push(chunk)
    this.#bytes += chunk.byteLength
    if (this.#maxBytes === undefined) {
      this.#wake?.()
      return this.#bytes < highWaterBytes
    }
    if (this.#bytes > this.#maxBytes) this.#giveUp()
    return true
  }

  finish(): void {
    this.#close('complete')
  }

  /** Ends the body early: the connection broke, the caller aborted, or the bytes cannot be decoded. */
  fail(cause: unknown): void {
    this.#cause ??= cause
    this.#close('broken')
  }

  /** Reads the whole body, and aborts if it has more than `maxBytes`. */
  readWhole(maxBytes: number): ReceivedBytes | Promise<ReceivedBytes> {
    this.#maxBytes = maxBytes
    if (this.#bytes > maxBytes) this.#giveUp()
    return this.#end === undefined ? this.#more().then(() => this.#whole()) : this.#whole()
  }

  /** Reads the body as a stream, with backpressure. */
  stream(): ReadableStream<Uint8Array> {
    return new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          while (this.#chunks.length === 0 && this.#end === undefined) await this.#more()
          const chunk = this.#chunks.shift()
          if (chunk) {
            this.#bytes -= chunk.byteLength
            controller.enqueue(chunk)
          } else if (this.#end === 'broken') {
            controller.error(this.#cause)
          } else {
            controller.close()
          }
        },
        cancel: (reason) => this.#flow.abort(asError(reason)),
      },
      { highWaterMark: 0 },
    )
  }

  /** Resumes the connection, and waits for `#wake`. Bytes may arrive before this method returns. */
  #more(): Promise<void> {
    const arrival = new Promise<void>((resolve) => {
      this.#wake = resolve
    })
    this.#flow.resume()
    return arrival
  }

  #giveUp() {
    this.#end = 'too-large'
    this.#wake?.()
    this.#flow.abort(new Error('The answer is too large'))
  }

  #close(end: ReceivedBytes['end']) {
    this.#end ??= end
    this.#wake?.()
  }

  #whole(): ReceivedBytes {
    return { chunks: this.#chunks, end: this.#end ?? 'complete', cause: this.#cause }
  }
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error('The answer was abandoned', { cause: reason })
}
