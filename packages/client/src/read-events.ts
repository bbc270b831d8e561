import { readEvent } from '@doorkit/models/read-event'
import type { Perform } from './outgoing-call.ts'

/**
 * Turns the events of an answer into those that programs read, around all middleware, so that middleware
 * sees what the server sent.
 */
export function readingEvents(perform: Perform): Perform {
  return (call) =>
    call.operation.id.startsWith('events.')
      ? perform(call).then((answer) => {
          const { data } = answer as { data: { data?: unknown } }
          for (const one of Array.isArray(data.data) ? data.data : [data]) {
            if (one?.object === 'event') readEvent(one)
          }
          return answer
        })
      : perform(call)
}
