import type { ChatOutcome } from './chat-outcome.ts'
import { ChatStreamError } from './chat-stream-error.ts'
import { defined } from './without-undefined.ts'

const describe = (outcome: ChatOutcome): string => {
  switch (outcome.type) {
    case 'stalled':
      return `Nothing came for ${outcome.idleTimeout} ms: ask again, or raise idleTimeout.`
    case 'aborted':
      return 'The answer was given up.'
    case 'connection-lost':
      return 'The connection broke in the middle of the answer.'
    case 'not-a-stream':
      return `The server answered with status ${outcome.status} and no event stream: check the request.`
    case 'too-large':
      return `The ${outcome.limit} limit of ${outcome.maxBytes} bytes was passed: raise it if need be.`
    case 'error':
      return 'The server reported an error: see outcome.errorText.'
    default:
      return 'The stream ended in the middle of the answer.'
  }
}

/** The error for an answer that was not a stream: what its problem document says (RFC 9457), if it is one. */
function refused(outcome: ChatOutcome & { type: 'not-a-stream' }): ChatStreamError {
  const { status, body } = outcome
  let code: string = outcome.type
  let message = describe(outcome)
  let requestId: string | undefined
  try {
    const problem = JSON.parse(body)
    if (isWord(problem.code)) {
      // A server's text must neither move the cursor of a terminal nor begin a line of a log.
      message = problem.detail.replace(/\p{Cc}+/gu, ' ')
      code = problem.code
      if (isWord(problem.request_id)) requestId = problem.request_id
    }
  } catch {
    // A page, or a document that was cut or has no detail.
  }
  const error = new ChatStreamError(code, message, { outcome })
  return Object.assign(error, defined({ status, requestId }))
}

/** Codes and ids are words: anything else is not of a problem document of the API. */
const isWord = (value: unknown): value is string =>
  typeof value === 'string' && /^[\w.-]{1,99}$/.test(value)

/** The error to throw at the end of a stream; undefined after a whole answer. */
export function failureOf(outcome: ChatOutcome): ChatStreamError | undefined {
  const { type } = outcome
  if (type === 'complete' || type === 'finished-without-done') return undefined
  if (type === 'not-a-stream') return refused(outcome)
  const { reason, cause = reason } = outcome as { reason?: unknown; cause?: unknown }
  return new ChatStreamError(type, describe(outcome), { outcome, cause })
}
