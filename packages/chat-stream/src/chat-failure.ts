import type { ChatOutcome } from './chat-outcome.ts'
import { ChatStreamError } from './chat-stream-error.ts'

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

/** The error to throw at the end of a stream; undefined after a whole answer. */
export function failureOf(outcome: ChatOutcome): ChatStreamError | undefined {
  const { type } = outcome
  if (type === 'complete' || type === 'finished-without-done') return undefined
  const { reason, cause = reason } = outcome as { reason?: unknown; cause?: unknown }
  return new ChatStreamError(type, describe(outcome), { outcome, cause })
}
