import type { ChatChunk, ChatStream } from '@doorkit/chat-stream'
import type { Call } from '../call/call.ts'

/**
 * The result of a streaming method: `for await` gives the chunks of the answer, `await` the stream
 * itself, which also gives text, snapshots or the whole message. Until the answer begins, errors are those of every call; from then on a broken answer is
 * a ChatStreamError, after everything that came.
 */
export interface StreamCall extends Call<ChatStream> {
  [Symbol.asyncIterator](): AsyncGenerator<ChatChunk, void, undefined>
}

/** Makes the call that opens a stream iterable. */
export function createStreamCall(call: Call<ChatStream>): StreamCall {
  return {
    ...call,
    async *[Symbol.asyncIterator]() {
      yield* await call
    },
  }
}
