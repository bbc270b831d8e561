import type { ChatChunk } from './chat-chunk.ts'
import type { ChatMessage } from './chat-message.ts'
import {
  alreadyReadError,
  type ChatStreamSource,
  createChatReader,
  type ReadChatStreamOptions,
} from './chat-reader.ts'
import type { ChatOutcome } from './chat-stream-error.ts'
import { iterateChat } from './iterate-chat.ts'
import { type ProxyResponseOptions, toProxyResponse } from './proxy-response.ts'
import { type NodeResponse, pipeResponse } from './write-to-node-response.ts'

/**
 * An answer that is still arriving. Read it once: as chunks (`for await` over the stream itself), text
 * deltas, snapshots or a response. `text()`, `final()` and `outcome` work at any time, and read the
 * stream to its end if nobody else does.
 *
 * If a stream ends badly, a loop over it throws a {@link ChatStreamError} after the last value. If the
 * signal aborts, the loop throws immediately. Leaving the loop closes the body.
 */
export interface ChatStream extends AsyncIterable<ChatChunk> {
  /** The text, piece by piece as it arrives. */
  textDeltas: () => AsyncIterableIterator<string>
  /** Snapshots of the growing message: always the newest one, so a slow reader gets fewer. */
  snapshots: () => AsyncIterableIterator<ChatMessage>
  /** The whole text. Rejects with a {@link ChatStreamError} if the stream ends badly. */
  text: () => Promise<string>
  /**
   * The whole message. If the stream ends badly, rejects with a {@link ChatStreamError}, whose
   * `outcome` has the received part.
   */
  final: () => Promise<ChatMessage>
  /** How the stream ended, with everything received. Never rejects. */
  readonly outcome: Promise<ChatOutcome>
  /** Stops reading and closes the body; a loop over the stream ends. */
  cancel: (reason?: unknown) => void
  /** Passes the stream on to a browser, see {@link ProxyResponseOptions}. */
  toResponse: (options?: ProxyResponseOptions) => Response
  /**
   * Passes the stream on to a browser over the response of `node:http` or Express. If the browser
   * disconnects, the body is closed. Resolves when everything is written or the browser has
   * disconnected. A failure of the stream does not reject: the browser gets an `error` or `abort` chunk,
   * or a 502.
   */
  pipeTo: (response: NodeResponse, options?: ProxyResponseOptions) => Promise<void>
}

const readToEnd = Symbol('readToEnd')

/**
 * The accessor that all streams share. If each stream defined its own accessor, V8 would keep the stream
 * and its content in memory until the next full garbage collection. The accessor uses `this`, which also
 * works through a proxy.
 */
class OutcomeAccessor {
  declare readonly [readToEnd]: () => Promise<ChatOutcome>

  constructor(toEnd: () => Promise<ChatOutcome>) {
    this[readToEnd] = toEnd
  }

  get outcome(): Promise<ChatOutcome> {
    return this[readToEnd]()
  }
}

/**
 * Reads the stream of a chat answer: a `Response` or its body. Reading starts immediately. A little is
 * buffered, so that received data is not lost when the connection breaks.
 * @throws {ChatStreamError} `already-read` if the body is locked. The stream throws the same error if
 *   it is read twice.
 */
export function readChatStream(
  source: ChatStreamSource,
  options: ReadChatStreamOptions = {},
): ChatStream {
  const reader = createChatReader(source, options)
  let isTaken = false

  const take = () => {
    if (isTaken) throw alreadyReadError()
    isTaken = true
    reader.drain(false)
    return reader
  }

  const toEnd = () => {
    if (!isTaken) reader.drain(true)
    return reader.ended
  }

  const completeOutcome = async () => {
    const outcome = await toEnd()
    const failure = reader.failure()
    if (failure) throw failure
    return outcome
  }

  return Object.assign(new OutcomeAccessor(toEnd), {
    [Symbol.asyncIterator]: () => iterateChat(take(), (chunks) => chunks),
    textDeltas: () =>
      iterateChat(take(), (chunks) =>
        chunks.flatMap((chunk) => (chunk.type === 'text-delta' ? chunk.delta : [])),
      ),
    snapshots() {
      let lastMessage = reader.message()
      return iterateChat(take(), () => {
        const message = reader.message()
        if (message === lastMessage) return []
        lastMessage = message
        return [message]
      })
    },
    text: async () => (await completeOutcome()).text,
    final: async () => (await completeOutcome()).message,
    cancel: reader.cancel,
    toResponse: (options?: ProxyResponseOptions) => toProxyResponse(take(), options),
    pipeTo: (response: NodeResponse, options?: ProxyResponseOptions) =>
      pipeResponse(toProxyResponse(take(), options), response),
  })
}
