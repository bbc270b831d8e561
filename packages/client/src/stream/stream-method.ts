import type { ChatChunk, ChatStream } from '@doorkit/chat-stream'
import { type Call, startCall } from '../call/call.ts'
import type { Method, MethodParts } from '../call/method.ts'
import { type OutgoingCall, outgoingCall } from '../call/outgoing-call.ts'

/**
 * The result of a streaming method. `for await` yields the chunks of the answer; `await` returns the
 * stream itself, which also has text, snapshots and the whole message. Until the answer starts, errors
 * are the same as for any call. Later, a loop over a broken answer throws a ChatStreamError after the
 * last chunk.
 */
export interface StreamCall extends Call<ChatStream> {
  [Symbol.asyncIterator](): AsyncGenerator<ChatChunk, void, undefined>
}

/** How long the agent may take to answer a message (docs/api.md#sending-a-message). */
export const chatTimeoutMs = 60_000

/** Creates the method that requests a UI message stream, for an operation that can stream its answer. */
export function createStreamMethod(route: MethodParts): Method {
  const id = route.operation.id.replace(/\w+$/, 'stream')
  const parts = { ...route, operation: Object.freeze({ ...route.operation, id }) }
  const method: Method = (...given): StreamCall => {
    const call = startCall(parts, method, (site) => {
      const outgoing: OutgoingCall<ChatStream> = outgoingCall(parts, given, site, {
        fixedMembers: { stream: true },
        accept: 'text/event-stream, application/json',
        stream: true,
        timeoutMs: chatTimeoutMs,
        async read(answer) {
          // A program that reads no stream does not load the code for it.
          const { readStream } = await import('./read-stream.ts')
          return readStream(answer, outgoing, parts.config)
        },
      })
      return outgoing
    })
    return {
      ...call,
      async *[Symbol.asyncIterator]() {
        yield* await call
      },
    }
  }
  return method
}
