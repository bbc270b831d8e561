import { ApiError, type ProblemBody } from './errors/api-error.ts'
import { ResponseError } from './errors/response-error.ts'
import { readRateLimit } from './rate-limit.ts'
import { isRetryable } from './retry.ts'
import { readRetryAfterMs } from './retry-after.ts'

/** The error that a refusal is: an ApiError when it is a problem document. */
export function readRefusal(
  response: Response,
  body: string,
  nowMs: number,
): ApiError | ResponseError {
  const { status, headers } = response
  const retryAfterMs = readRetryAfterMs(headers, nowMs)
  const problem = parseProblem(body)
  if (problem) {
    return new ApiError(problem, {
      status,
      retryable: isRetryable(status, problem.code),
      retryAfterMs,
      rateLimit: readRateLimit(headers),
      requestId: headers.get('x-request-id') ?? undefined,
    })
  }
  return new ResponseError(
    'response_unexpected',
    `The answer ${status} is not the API's: a proxy may have given it; check baseUrl`,
    { status, body, retryAfterMs, retryable: isRetryable(status) },
  )
}

function parseProblem(body: string): ProblemBody | undefined {
  let parsed: unknown
  try {
    parsed = JSON.parse(body)
  } catch {
    return undefined
  }
  const problem = Object(parsed) as Partial<Record<keyof ProblemBody, unknown>>
  const text = (member: unknown) => (typeof member === 'string' ? member : undefined)
  const code = text(problem.code)
  if (code === undefined) return undefined
  return {
    code,
    title: text(problem.title) ?? code,
    detail: text(problem.detail) ?? 'no detail was given',
    type: text(problem.type),
    param: text(problem.param),
    request_id: text(problem.request_id),
  }
}
