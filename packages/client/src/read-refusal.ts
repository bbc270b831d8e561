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
  const wish = headers.get('x-should-retry')
  const details = {
    status,
    retryable: wish === 'true' || (wish !== 'false' && isRetryable(status, problem?.code)),
    retryAfterMs,
    retryAt: retryAfterMs === undefined ? undefined : new Date(nowMs + retryAfterMs),
  }
  if (problem) {
    return new ApiError(problem, {
      ...details,
      rateLimit: readRateLimit(headers),
      requestId: headers.get('x-request-id') ?? undefined,
    })
  }
  return new ResponseError(
    'response_unexpected',
    `The answer ${status} is not the API's: a proxy may have given it; check baseUrl`,
    { ...details, body },
  )
}

function parseProblem(body: string): ProblemBody | undefined {
  let parsed: unknown
  try {
    parsed = JSON.parse(body)
  } catch {
    return undefined
  }
  const problem: Readonly<Record<string, unknown>> = Object(parsed)
  const text = (name: keyof ProblemBody) => {
    const member = problem[name]
    return typeof member === 'string' ? member : undefined
  }
  const code = text('code')
  return code === undefined
    ? undefined
    : {
        code,
        title: text('title') ?? code,
        detail: text('detail') ?? 'no detail was given',
        type: text('type'),
        param: text('param'),
        request_id: text('request_id'),
      }
}
