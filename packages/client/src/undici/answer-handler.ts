import type { Dispatcher } from 'undici'
import { type BodySink, decodingSink } from './decode-content.ts'
import type { RawHeaders } from './light-headers.ts'
import { LightResponse } from './light-response.ts'
import { type Flow, ReceivedBody } from './received-body.ts'

/** Settles a request when the headers of its answer have arrived or the request has failed. */
export interface AnswerCallbacks {
  readonly resolve: (response: Response) => void
  readonly reject: (reason: unknown) => void
}

/** Controls the connection of a request. */
export interface Controller extends Flow {
  pause(): void
}

/** Handles undici's events of one request, and controls its connection. */
export class AnswerHandler implements Dispatcher.DispatchHandler, Flow {
  readonly #url: string
  readonly #callbacks: AnswerCallbacks
  readonly #signal: AbortSignal | undefined
  #controller: Controller | undefined
  #sink: BodySink | undefined

  constructor(url: string, signal: AbortSignal | undefined, callbacks: AnswerCallbacks) {
    this.#url = url
    this.#signal = signal
    this.#callbacks = callbacks
    signal?.addEventListener('abort', this.#giveUp)
  }

  onRequestStart(controller: Controller): void {
    this.#controller = controller
    if (this.#signal?.aborted) controller.abort(this.#signal.reason)
  }

  onResponseStart(
    _controller: Controller,
    status: number,
    headers: RawHeaders,
    statusText = '',
  ): void {
    if (status < 200) return
    const encoding = headers['content-encoding']
    const decoding =
      typeof encoding === 'string'
        ? decodingSink(encoding, this, (flow) => new ReceivedBody(flow))
        : undefined
    const body = decoding?.body ?? new ReceivedBody(this)
    this.#sink = decoding?.sink ?? body
    this.#callbacks.resolve(new LightResponse(this.#url, status, statusText, headers, body))
  }

  onResponseData(controller: Controller, chunk: Uint8Array): void {
    if (this.#sink?.push(chunk) === false) controller.pause()
  }

  onResponseEnd(): void {
    this.#release()
    this.#sink?.finish()
  }

  onResponseError(_controller: unknown, error: unknown): void {
    this.#release()
    if (this.#sink) this.#sink.fail(error)
    else this.#callbacks.reject(error)
  }

  resume(): void {
    this.#controller?.resume()
  }

  abort(reason: Error): void {
    this.#controller?.abort(reason)
  }

  readonly #giveUp = () => {
    // Without a controller the request still waits for a connection; `onRequestStart` then aborts it.
    this.#callbacks.reject(this.#signal?.reason)
    this.abort(this.#signal?.reason)
  }

  #release() {
    this.#signal?.removeEventListener('abort', this.#giveUp)
  }
}
