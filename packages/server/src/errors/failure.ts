import { type ErrorCode, errorTable } from '@doorkit/models'

export interface FailureDetails {
  /** One of the code's statuses. Default: its usual status. */
  readonly status?: number | undefined
  readonly param?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  /**
   * Whether a repeat under the same idempotency key gets this refusal again. If false, the repeat runs.
   * By default, a 4xx except 429 is final.
   */
  readonly isFinal?: boolean | undefined
  readonly cause?: unknown
}

/** A refusal of a request, which is answered as a problem document. The message is its `detail`. */
export class Failure extends Error {
  override readonly name = 'Failure'
  readonly code: ErrorCode
  readonly status: number
  readonly param: string | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly isFinal: boolean

  constructor(code: ErrorCode, detail: string, details: FailureDetails = {}) {
    super(detail, details)
    this.code = code
    this.status = details.status ?? errorTable[code].statuses[0]
    this.param = details.param
    this.headers = details.headers ?? {}
    this.isFinal = details.isFinal ?? (this.status < 500 && this.status !== 429)
  }
}

/** The refusal of an input, named by `param`. */
export function invalid(param: string | undefined, detail: string): Failure {
  return new Failure('invalid_request', detail, { param })
}

export function notFound(kind: string): Failure {
  return new Failure('not_found', `There is no such ${kind} in this workspace. Check the id.`)
}
