import type { RateLimit } from '../answer/rate-limit.ts'
import type { ErrorCode, ErrorStatuses } from '../contract/error-codes.ts'
import { DoorkitError, type ErrorDetails, oneLine } from './doorkit-error.ts'

/** The members of a problem document that the client uses (docs/api.md#errors). */
export interface ProblemBody {
  readonly type?: string | undefined
  readonly title: string
  readonly code: string
  readonly detail: string
  readonly param?: string | undefined
  readonly request_id?: string | undefined
  /** The whole document; by default the members above. */
  readonly document?: Readonly<Record<string, unknown>> | undefined
}

/** The details of an error answer besides its problem document. */
export interface RefusalDetails extends ErrorDetails {
  readonly status: number
  readonly rateLimit?: RateLimit | undefined
}

/** The server refused the request and said why: branch on `code`, see {@link isProblem}. */
export class ApiError extends DoorkitError {
  protected static override readonly brand: string = 'ApiError'
  declare readonly name: 'ApiError'
  /** The reason. A code that this version does not know is passed on unchanged. */
  declare readonly code: ErrorCode | (string & {})
  declare readonly status: number
  /** The short fixed name of the code. */
  declare readonly title: string
  /** An explanation for people; its wording may change. */
  declare readonly detail: string
  /** The input that caused the error, for example `email` or `buttons[0].label`. */
  declare readonly param: string | undefined
  /** The URI that identifies the code. */
  declare readonly type: string | undefined
  /** The budget of the API key in the current window. */
  declare readonly rateLimit: RateLimit | undefined
  readonly #document: Readonly<Record<string, unknown>>

  constructor(problem: ProblemBody, details: RefusalDetails) {
    const { title, code, detail, param, type, request_id: requestId } = problem
    const members = { ...details, title, detail, param, type, requestId }
    super(code, oneLine(detail), members)
    this.#document = problem.document ?? { ...problem }
  }

  /**
   * The whole document, with members that this version does not know. It is not enumerable, because
   * unknown members may not be safe to log.
   */
  get problem(): Readonly<Record<string, unknown>> {
    return this.#document
  }

  /** The URL of the code in the error reference: the same as `type`. */
  get docsUrl(): string | undefined {
    return this.type
  }
}

/** An ApiError with a known code, and so with known statuses. */
export type ApiProblem<Code extends ErrorCode> = ApiError & {
  /** The known code. */
  readonly code: Code
  /** A status that belongs to the code. */
  readonly status: ErrorStatuses[Code]
}

/** Whether the server refused a request with `code`, or with any code if `code` is left out. */
export function isProblem(error: unknown): error is ApiError
export function isProblem<Code extends ErrorCode>(
  error: unknown,
  code: Code,
): error is ApiProblem<Code>
export function isProblem(error: unknown, code?: ErrorCode): boolean {
  return error instanceof ApiError && (code === undefined || error.code === code)
}
