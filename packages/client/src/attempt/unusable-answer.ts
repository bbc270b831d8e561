import type { CallMeta } from '../answer/call-meta.ts'
import { readRetryAfterMs } from '../answer/retry-after.ts'
import { retryExceptions } from '../contract/routes.ts'
import { ApiError, type ProblemBody } from '../errors/api-error.ts'
import { ResponseError } from '../errors/response-error.ts'
import { readJson } from './json-text.ts'

/** A header with an API key so long that the last four characters do not help to guess it. */
const longKey = /^Bearer .{20}/

/** The part of an answer's meta that an error uses. */
type AnswerFacts = Pick<CallMeta, 'status' | 'headers' | 'rateLimit'>

/**
 * Creates the error for an answer that is not successful: an ApiError if it is a problem document.
 * `redact` removes the API key. If the server refused the API key in the `authorization` header and that
 * key is long, the message has its last four characters.
 */
export function readRefusal(
  { status, headers, rateLimit }: AnswerFacts,
  answer: string,
  nowMs: number,
  redact: (text: string) => string,
  authorization = '',
): ApiError | ResponseError {
  const retryAfterMs = readRetryAfterMs(headers, nowMs)
  const body = redact(answer)
  const problem = parseProblem(body, redact)
  const shouldRetry = headers.get('x-should-retry')
  const details = {
    status,
    retryable:
      shouldRetry === 'true' || (shouldRetry !== 'false' && isRetryable(status, problem?.code)),
    retryAfterMs,
    retryAt: retryAfterMs === undefined ? undefined : new Date(nowMs + retryAfterMs),
  }
  if (problem) {
    const error = new ApiError(problem, { ...details, rateLimit })
    const isKeyRefused = problem.code === 'invalid_api_key' && longKey.test(authorization)
    if (isKeyRefused)
      error.message += ` The API key that was sent ends in ${authorization.slice(-4)}.`
    return error
  }
  const summary = `The answer ${status} is not from the API`
  return new ResponseError('response_unexpected', describe(summary, headers, body), {
    ...details,
    body,
  })
}

/** Creates the error for a complete answer that the operation cannot have returned. */
export function unexpectedAnswer(
  { status, headers }: AnswerFacts,
  body: string,
  expected: string,
  code: ResponseError['code'] = 'response_unexpected',
): ResponseError {
  // A JSON body may contain personal data.
  const shownBody = code === 'response_not_json' ? body : ''
  const message = describe(`Expected ${expected}, but got ${status}`, headers, shownBody)
  return new ResponseError(code, message, { status, body })
}

/**
 * Reads the string members of a problem document. A document without a one-word `code` does not come
 * from the API.
 */
function parseProblem(body: string, redact: (text: string) => string): ProblemBody | undefined {
  // Strings are redacted again, because JSON escapes may have hidden the API key in the raw text.
  const document: Readonly<Record<string, unknown>> = Object(readJson(body, redact))
  const texts = Object.entries(document).filter(([, value]) => typeof value === 'string')
  const { code, ...members } = Object.fromEntries(texts) as { readonly [Name in string]?: string }
  return code === undefined || !/^[\w.-]{1,100}$/.test(code)
    ? undefined
    : { code, title: code, detail: 'The server gave no reason.', ...members, document }
}

/** How many characters of a body a message repeats. */
const shownCharacters = 200

function describe(summary: string, headers: Headers, body: string): string {
  const type = (headers.get('content-type') ?? 'no content type').slice(0, 80)
  const start = withoutSecrets(body)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, shownCharacters)
  const quote = start ? ` The body begins with: ${start}` : ''
  return `${summary} (${type}). Check baseUrl and the proxies.${quote}`
}

/** Removes anything that looks like a secret, an email address or a telephone number. */
function withoutSecrets(text: string): string {
  return text
    .slice(0, 10 * shownCharacters)
    .replace(/\b(dk_(live|test)|dko|whsec|Bearer|Basic)[_ ][^\s"'<>&]+/g, '[secret]')
    .replace(/[^\s"'<>@:;,()]+@[^\s"'<>@:;,()]+/g, '[email]')
    .replace(/\+?\d[\d ().-]{6,}\d/g, '[number]')
}

const retriedStatuses = /^(408|425|429|50[0234])$/

/**
 * Whether a refused request may succeed when it is sent again. The status decides, except for codes that
 * the contract lists: 429 is not retried for `quota_exceeded`; 409 is retried for an idempotency key in
 * use.
 */
export function isRetryable(status: number, code?: string): boolean {
  return retryExceptions.get(`${code}`) ?? retriedStatuses.test(`${status}`)
}
