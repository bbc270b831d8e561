import { DoorkitError, type ErrorDetails } from './doorkit-error.ts'

/** Characters of an answer that an error keeps. */
const keptCharacters = 2_048

/** The part of an answer that could not be used. */
export interface BadResponse extends ErrorDetails {
  readonly status: number
  /** As much of the body as was read. */
  readonly body: string
}

/**
 * An answer came that is not the API's: an error page of a proxy, broken or missing JSON, a body
 * that was cut off or is too large, a redirect to another host.
 */
export class ResponseError extends DoorkitError {
  protected static override readonly brand: string = 'ResponseError'
  declare readonly name: 'ResponseError'
  declare readonly code:
    | 'redirect_refused'
    | 'response_not_json'
    | 'response_too_large'
    | 'response_truncated'
    | 'response_unexpected'
  declare readonly status: number
  readonly #body: string

  constructor(code: ResponseError['code'], message: string, { body, ...details }: BadResponse) {
    super(code, message, details)
    this.#body = body.slice(0, keptCharacters)
  }

  /** The first 2 KB of the body. Not enumerable: it may hold personal data, so no log prints it. */
  get body(): string {
    return this.#body
  }
}
