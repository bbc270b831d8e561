import type { CallMeta } from '../answer/call-meta.ts'
import { readRetryAfterMs } from '../answer/retry-after.ts'
import { ApiError, type ProblemBody } from '../errors/api-error.ts'
import { ResponseError } from '../errors/response-error.ts'
import { readJson } from './json-text.ts'
import { isRetryable } from './retry.ts'

/** Enough after the prefix of a key that its last four characters give nothing away. */
const longKey = /^Bearer .{20}/

/** The facts that an error takes from an answer, beside its body. */
type AnswerFacts = Pick<CallMeta, 'status' | 'headers' | 'rateLimit'>

/**
 * The error that a refusal is: an ApiError when it is a problem document. `redact` removes the key;
 * of the `credential` that was sent, a message has the last four characters where it was refused.
 */
export function readRefusal(
  { status, headers, rateLimit }: AnswerFacts,
  answer: string,
  nowMs: number,
  redact: (text: string) => string,
  credential = '',
): ApiError | ResponseError {
  const retryAfterMs = readRetryAfterMs(headers, nowMs)
  const body = redact(answer)
  const problem = parseProblem(body, redact)
  const wish = headers.get('x-should-retry')
  const details = {
    status,
    retryable: wish === 'true' || (wish !== 'false' && isRetryable(status, problem?.code)),
    retryAfterMs,
    retryAt: retryAfterMs === undefined ? undefined : new Date(nowMs + retryAfterMs),
  }
  if (problem) {
    const error = new ApiError(problem, { ...details, rateLimit })
    const isKeyRefused = problem.code === 'invalid_api_key' && longKey.test(credential)
    if (isKeyRefused) error.message += ` The key that was sent ends in ${credential.slice(-4)}.`
    return error
  }
  const what = `The answer ${status} is not the API's`
  return new ResponseError('response_unexpected', describe(what, headers, body), {
    ...details,
    body,
  })
}

/** The error for an answer that is whole, and not what the operation answers with. */
export function unexpectedAnswer(
  { status, headers }: AnswerFacts,
  body: string,
  expected: string,
  code: ResponseError['code'] = 'response_unexpected',
): ResponseError {
  // JSON may be somebody's data.
  const shown = code === 'response_not_json' ? body : ''
  const message = describe(`Expected ${expected}, and ${status} came`, headers, shown)
  return new ResponseError(code, message, { status, body })
}

/** Only what is text counts, and a code of one word: it may be the error of something else. */
function parseProblem(body: string, redact: (text: string) => string): ProblemBody | undefined {
  // JSON may write the key with escapes, which the text of the body does not show.
  const document: Readonly<Record<string, unknown>> = Object(readJson(body, redact))
  const texts = Object.entries(document).filter(([, value]) => typeof value === 'string')
  const { code, ...members } = Object.fromEntries(texts) as { readonly [Name in string]?: string }
  return code === undefined || !/^[\w.-]{1,100}$/.test(code)
    ? undefined
    : { code, title: code, detail: 'The server gave no reason.', ...members, document }
}

/** Characters of an answer that a message repeats. */
const shownCharacters = 200

function describe(what: string, headers: Headers, body: string): string {
  const type = (headers.get('content-type') ?? 'no content type').slice(0, 80)
  const start = withoutSecrets(body)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, shownCharacters)
  const quoted = start ? ` It begins with: ${start}` : ''
  return `${what} (${type}). Check baseUrl and the proxies.${quoted}`
}

/** A text without what looks like a key, an address of a person or a telephone number. */
function withoutSecrets(text: string): string {
  return text
    .slice(0, 10 * shownCharacters)
    .replace(/\b(dk_(live|test)|dko|whsec|Bearer|Basic)[_ ][^\s"'<>&]+/g, '[secret]')
    .replace(/[^\s"'<>@:;,()]+@[^\s"'<>@:;,()]+/g, '[email]')
    .replace(/\+?\d[\d ().-]{6,}\d/g, '[number]')
}
