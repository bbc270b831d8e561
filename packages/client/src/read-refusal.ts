import { ApiError, type ProblemBody } from './errors/api-error.ts'
import { ResponseError } from './errors/response-error.ts'
import { readJson } from './json-text.ts'
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
  if (problem) return new ApiError(problem, { ...details, rateLimit: readRateLimit(headers) })
  return new ResponseError(
    'response_unexpected',
    `The answer ${status} is not the API's: a proxy may have given it; check baseUrl`,
    { ...details, body },
  )
}

/** Only what is text counts: it may be the error of something else. */
function parseProblem(body: string): ProblemBody | undefined {
  const document: Readonly<Record<string, unknown>> = Object(readJson(body))
  const { code, ...texts }: { readonly [Member in string]?: string } = Object.fromEntries(
    Object.entries(document).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  )
  return code === undefined
    ? undefined
    : { code, title: code, detail: 'no detail was given', ...texts, document }
}
