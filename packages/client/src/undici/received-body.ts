import type { WholeBody } from './whole-body.ts'

/** Bytes that are kept for a reader who has not come yet; then the connection is paused. */
const highWaterBytes = 65_536

/** The effects that a body has on the connection it comes over. */
export interface Flow {
  resume(): void
  abort(reason: Error): void
}

/** The bytes of one answer: kept until they are read, as a whole or as a stream. */
export class ReceivedBody {
  readonly #flow: Flow
  #chunks: Uint8Array[] = []
  /** Bytes in `#chunks`. */
  #bytes = 0
  /** The most bytes to collect, once the whole body is asked for. */
  #maxBytes: number | undefined
  #end: WholeBody['end'] | undefined
  #cause: unknown
  /** Wakes the one reader when something came. */
  #wake: (() => void) | undefined

  constructor(flow: Flow) {
    this.#flow = flow
  }

  /** Takes a piece; false when no more should come for now. */
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

  /** The connection broke, or the caller gave the answer up. */
  fail(cause: unknown): void {
    this.#cause ??= cause
    this.#close('broken')
  }

  /** Everything, up to `maxBytes`; more gives the answer up. */
  readWhole(maxBytes: number): WholeBody | Promise<WholeBody> {
    this.#maxBytes = maxBytes
    if (this.#bytes > maxBytes) this.#giveUp()
    return this.#end === undefined ? this.#more().then(() => this.#whole()) : this.#whole()
  }

  /** The pieces as they come, no faster than they are taken. */
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

  /** Lets more come; what is there already may come before this returns. */
  #more(): Promise<void> {
    const came = new Promise<void>((resolve) => {
      this.#wake = resolve
    })
    this.#flow.resume()
    return came
  }

  #giveUp() {
    this.#end = 'too-large'
    this.#wake?.()
    this.#flow.abort(new Error('The answer is too large'))
  }

  #close(end: WholeBody['end']) {
    this.#end ??= end
    this.#wake?.()
  }

  #whole(): WholeBody {
    return { chunks: this.#chunks, end: this.#end ?? 'complete', cause: this.#cause }
  }
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error('The answer was given up', { cause: reason })
}
