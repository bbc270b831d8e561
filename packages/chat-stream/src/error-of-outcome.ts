import { type ChatOutcome, ChatStreamError } from './chat-stream-error.ts'
import { withoutUndefined } from './without-undefined.ts'

const describe = (outcome: ChatOutcome): string => {
  switch (outcome.type) {
    case 'stalled':
      return `Nothing came for ${outcome.idleTimeout} ms: ask again, or raise idleTimeout.`
    case 'aborted':
      return 'The answer was aborted.'
    case 'connection-lost':
      return 'The connection broke in the middle of the answer.'
    case 'not-a-stream':
      return `The server answered with status ${outcome.status} and no event stream: check the request.`
    case 'too-large':
      return `The ${outcome.limit} limit of ${outcome.maxBytes} bytes was exceeded: raise it if needed.`
    case 'error':
      return 'The server reported an error: see outcome.errorText.'
    default:
      return 'The stream ended in the middle of the answer.'
  }
}

/**
 * Creates the error for an answer that is not a stream, from its problem document (RFC 9457) if it has one.
 */
function refusalError(outcome: ChatOutcome & { type: 'not-a-stream' }): ChatStreamError {
  const { status, body } = outcome
  let code: string = outcome.type
  let message = describe(outcome)
  let requestId: string | undefined
  try {
    const problem = JSON.parse(body)
    if (isWord(problem.code)) {
      // Control characters from a server must not reach a terminal or add a line to a log.
      message = problem.detail.replace(/\p{Cc}+/gu, ' ')
      code = problem.code
      if (isWord(problem.request_id)) requestId = problem.request_id
    }
  } catch {
    // An error page, or a document that is truncated or has no detail.
  }
  const error = new ChatStreamError(code, message, { outcome })
  return Object.assign(error, withoutUndefined({ status, requestId }))
}

/** Whether a value may be a code or an id of the API: both are one word. */
const isWord = (value: unknown): value is string =>
  typeof value === 'string' && /^[\w.-]{1,99}$/.test(value)

/** Creates the error to throw at the end of a stream; undefined after a complete answer. */
export function errorOfOutcome(outcome: ChatOutcome): ChatStreamError | undefined {
  const { type } = outcome
  if (type === 'complete' || type === 'finished-without-done') return undefined
  if (type === 'not-a-stream') return refusalError(outcome)
  const { reason, cause = reason } = outcome as { reason?: unknown; cause?: unknown }
  return new ChatStreamError(type, describe(outcome), { outcome, cause })
}
