import type { Dispatcher } from 'undici'
import { type BodySink, decodingSink } from './decode-content.ts'
import type { RawHeaders } from './light-headers.ts'
import { LightResponse } from './light-response.ts'
import { type Flow, ReceivedBody } from './received-body.ts'

/** Tells how a request went, once its headers came. */
export interface Answered {
  readonly resolve: (response: Response) => void
  readonly reject: (reason: unknown) => void
}

/** One request and its answer, as undici tells them. */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly #url: string
  readonly #answered: Answered
  readonly #signal: AbortSignal | undefined
  #controller: Dispatcher.DispatchController | undefined
  #sink: BodySink | undefined

  constructor(url: string, signal: AbortSignal | undefined, answered: Answered) {
    this.#url = url
    this.#signal = signal
    this.#answered = answered
    signal?.addEventListener('abort', this.#onAbort)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#signal?.aborted) controller.abort(this.#signal.reason)
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: RawHeaders,
    statusText = '',
  ): void {
    if (status < 200) return
    const wire: Flow = {
      resume: () => controller.resume(),
      abort: (reason) => controller.abort(reason),
    }
    const encoding = headers['content-encoding']
    const decoding =
      typeof encoding === 'string'
        ? decodingSink(encoding, wire, (flow) => new ReceivedBody(flow))
        : undefined
    const body = decoding?.body ?? new ReceivedBody(wire)
    this.#sink = decoding?.sink ?? body
    const answer = { status, statusText, headers, url: this.#url }
    this.#answered.resolve(new LightResponse(body, answer))
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Uint8Array): void {
    if (this.#sink?.push(chunk) === false) controller.pause()
  }

  onResponseEnd(): void {
    this.#release()
    this.#sink?.finish()
  }

  onResponseError(_controller: unknown, error: unknown): void {
    this.#release()
    if (this.#sink) this.#sink.fail(error)
    else this.#answered.reject(error)
  }

  readonly #onAbort = () => {
    const reason = this.#signal?.reason
    if (this.#controller) this.#controller.abort(reason)
    // Waiting for a connection: undici asks again when it has one.
    else this.#answered.reject(reason)
  }

  #release() {
    this.#signal?.removeEventListener('abort', this.#onAbort)
  }
}
