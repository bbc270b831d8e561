import type { ChatChunk, ChatStream } from '@doorkit/chat-stream'
import { type Call, startCall } from '../call/call.ts'
import { createMethod, type Method, type MethodKit } from '../call/method.ts'
import { type OutgoingCall, outgoingCall } from '../call/outgoing-call.ts'

/**
 * The result of a streaming method: `for await` gives the chunks of the answer, `await` the stream
 * itself, which also gives text, snapshots or the whole message. Until the answer begins, errors are
 * those of every call; from then on a broken answer is a ChatStreamError, after everything that came.
 */
export interface StreamCall extends Call<ChatStream> {
  [Symbol.asyncIterator](): AsyncGenerator<ChatChunk, void, undefined>
}

/** How long the agent may take to answer a message (docs/api.md#sending-a-message). */
const timeoutMs = 60_000

/** Makes the method that asks for the answer of an operation in one piece, where it could stream. */
export function createSendMethod(kit: MethodKit): Method {
  return createMethod(kit, { fixed: { stream: false }, timeoutMs })
}

/** Makes the method that asks for the answer of an operation as a UI message stream. */
export function createStreamMethod(route: MethodKit): Method {
  const id = route.operation.id.replace(/\w+$/, 'stream')
  const kit = { ...route, operation: Object.freeze({ ...route.operation, id }) }
  const method: Method = (...given): StreamCall => {
    const call = startCall(kit, method, (site) => {
      const outgoing: OutgoingCall<ChatStream> = outgoingCall(kit, given, site, {
        fixed: { stream: true },
        accept: 'text/event-stream, application/json',
        stream: true,
        timeoutMs,
        async read(received) {
          // A program that reads no stream does not load the code that reads one.
          const { readStream } = await import('./read-stream.ts')
          return readStream(received, outgoing, kit.config)
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
