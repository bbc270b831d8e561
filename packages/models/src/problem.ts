import * as z from 'zod'
import { type ErrorCode, errorDocsUrl, errorTable } from './error-codes.ts'

/** The body of every error, `application/problem+json` (docs/api.md#errors, RFC 9457). */
export const Problem = z
  .object({
    type: z.url().meta({ description: 'The address of the explanation in the error reference.' }),
    title: z.string().meta({ description: 'The short fixed name of the code.' }),
    status: z.int().meta({ description: 'The HTTP status.' }),
    code: z.string().meta({ description: 'The stable reason: branch on this.' }),
    detail: z.string().meta({ description: 'An explanation for people; its wording may change.' }),
    param: z.string().optional().meta({ description: 'The input that caused the error.' }),
    request_id: z.string().meta({ description: 'The same as the X-Request-Id header.' }),
  })
  .meta({ id: 'Problem' })
export type Problem = z.infer<typeof Problem>

/** The members of a problem document that do not follow from its code alone. */
export interface ProblemDetails {
  /** One of the code's statuses. Default: the usual one. */
  status?: number | undefined
  /** An explanation for people. */
  detail: string
  /**
   * The input that caused the error, for example `limit`, `email`, `buttons[0].label` or
   * `Idempotency-Key`.
   */
  param?: string | undefined
  /** The same as the `X-Request-Id` header. */
  requestId: string
}

/** Writes the problem document of a code. */
export function problem(code: ErrorCode, details: ProblemDetails): Problem {
  const row = errorTable[code]
  return {
    type: errorDocsUrl(code),
    title: row.title,
    status: details.status ?? row.statuses[0],
    code,
    detail: details.detail,
    ...(details.param === undefined ? {} : { param: details.param }),
    request_id: details.requestId,
  }
}
