import { DoorkitError, type ErrorDetails } from './doorkit-error.ts'

/** How many characters of a body an error keeps. */
const keptCharacters = 2_048

/** An answer that could not be used. */
export interface BadResponse extends ErrorDetails {
  readonly status: number
  /** The part of the body that was read. */
  readonly body: string
}

/**
 * An answer that does not come from the API or cannot be used: a proxy's error page, invalid JSON, a
 * truncated or oversized body, a redirect that is not followed.
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

  /**
   * The first 2,048 characters of the body. The member is not enumerable, because the body may contain
   * personal data that logs must not show.
   */
  get body(): string {
    return this.#body
  }
}
