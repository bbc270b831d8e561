import type { DirectAnswer, ReadOptions } from '../attempt/read-body.ts'
import { LightHeaders, type RawHeaders } from './light-headers.ts'
import type { ReceivedBody } from './received-body.ts'
import { textOf } from './received-bytes.ts'

/** Statuses for which `Response` accepts no body. */
const statusesWithoutBody = [204, 205, 304]

/**
 * An answer with the members of a `Response`, at less cost: the client reads its status, headers and
 * whole body directly. Any other use of the body, such as a clone that middleware makes, first makes a
 * real `Response`.
 */
export class LightResponse implements DirectAnswer {
  readonly status: number
  readonly statusText: string
  readonly headers: LightHeaders
  readonly url: string
  readonly #received: ReceivedBody
  #response: Response | undefined

  constructor(
    url: string,
    status: number,
    statusText: string,
    headers: RawHeaders,
    received: ReceivedBody,
  ) {
    this.url = url
    this.status = status
    this.statusText = statusText
    this.headers = new LightHeaders(headers)
    this.#received = received
  }

  readText(options: ReadOptions): string | Promise<string> | undefined {
    if (this.#response) return undefined
    const whole = this.#received.readWhole(options.maxBytes)
    if ('end' in whole) return textOf(whole, this.status, options)
    return whole.then((body) => textOf(body, this.status, options))
  }

  get ok(): boolean {
    return this.status >= 200 && this.status < 300
  }

  get type(): 'default' {
    return 'default'
  }

  get redirected(): boolean {
    return false
  }

  get body() {
    return this.#toResponse().body
  }

  get bodyUsed(): boolean {
    return this.#response?.bodyUsed ?? false
  }

  arrayBuffer() {
    return this.#toResponse().arrayBuffer()
  }

  blob() {
    return this.#toResponse().blob()
  }

  bytes() {
    return this.#toResponse().bytes()
  }

  clone() {
    return this.#toResponse().clone()
  }

  formData() {
    return this.#toResponse().formData()
  }

  json() {
    return this.#toResponse().json()
  }

  text() {
    return this.#toResponse().text()
  }

  /** Makes `console.log` print the real `Response`. */
  [Symbol.for('nodejs.util.inspect.custom')](): Response {
    return this.#toResponse()
  }

  #toResponse(): Response {
    if (!this.#response) {
      const { status, statusText, headers } = this
      const body = statusesWithoutBody.includes(status) ? null : this.#received.stream()
      this.#response = new Response(body, { status, statusText, headers })
    }
    return this.#response
  }
}

// Makes `instanceof Response` true. The class has every member of that prototype itself.
Object.setPrototypeOf(LightResponse.prototype, Response.prototype)
