import { ApiError, type ProblemBody } from './errors/api-error.ts'
import { ResponseError } from './errors/response-error.ts'
import { readJson } from './json-text.ts'
import type { RateLimit } from './rate-limit.ts'
import { isRetryable } from './retry.ts'
import { readRetryAfterMs } from './retry-after.ts'

/** The error that a refusal is: an ApiError when it is a problem document. */
export function readRefusal(
  response: Response,
  body: string,
  nowMs: number,
  rateLimit?: RateLimit | undefined,
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
  if (problem) return new ApiError(problem, { ...details, rateLimit })
  return new ResponseError(
    'response_unexpected',
    `The answer ${status} is not the API's: check baseUrl and the proxies`,
    { ...details, body },
  )
}

/** Only what is text counts: it may be the error of something else. */
function parseProblem(body: string): ProblemBody | undefined {
  const document: Readonly<Record<string, unknown>> = Object(readJson(body))
  const texts = Object.entries(document).filter(([, value]) => typeof value === 'string')
  const { code, ...members } = Object.fromEntries(texts) as { readonly [Name in string]?: string }
  return code === undefined
    ? undefined
    : { code, title: code, detail: 'no detail', ...members, document }
}
