import type { ChatChunk } from './chat-chunk.ts'
import { iterateChat } from './chat-iterator.ts'
import type { ChatMessage } from './chat-message.ts'
import type { ChatOutcome } from './chat-outcome.ts'
import {
  alreadyRead,
  type ChatStreamSource,
  type ReadChatStreamOptions,
  startReading,
} from './chat-reading.ts'
import { type NodeResponse, pipeResponse } from './pipe-response.ts'
import { type ProxyResponseOptions, toProxyResponse } from './proxy-response.ts'

/**
 * An answer while it arrives. Take it once, as chunks (`for await` over the stream itself), text deltas,
 * snapshots or a response; `text()`, `final()` and `outcome` may be asked at any time besides, and read
 * the stream to its end when no reader takes it.
 *
 * A loop over a stream throws a {@link ChatStreamError} at a bad end, after everything that came before
 * it, and at once when the signal aborts. Leaving the loop closes the body.
 */
export interface ChatStream extends AsyncIterable<ChatChunk> {
  /** The text, piece by piece as it arrives. */
  textDeltas: () => AsyncIterableIterator<string>
  /** The message as it grows: each time the newest one, so a slow reader gets fewer. */
  snapshots: () => AsyncIterableIterator<ChatMessage>
  /** The whole text. Rejects with a {@link ChatStreamError} at a bad end. */
  text: () => Promise<string>
  /** The whole message. Rejects with a {@link ChatStreamError} at a bad end, whose `outcome` has the part that came. */
  final: () => Promise<ChatMessage>
  /** How the stream ended, with everything that came. Never rejects. */
  readonly outcome: Promise<ChatOutcome>
  /** Stops reading and closes the body; a loop over the stream ends. */
  cancel: (reason?: unknown) => void
  /** Passes the stream on to a browser, see {@link ProxyResponseOptions}. */
  toResponse: (options?: ProxyResponseOptions) => Response
  /**
   * Passes the stream on to a browser by the response of `node:http` or Express. A browser that goes away
   * closes the body. Resolves when all is written or the browser is gone, and never rejects for what
   * happens to the stream: the browser is sent that as a chunk.
   */
  pipeTo: (response: NodeResponse, options?: ProxyResponseOptions) => Promise<void>
}

const readToEnd = Symbol('readToEnd')

/**
 * The accessor that all streams share. V8 keeps an object with an accessor of its own, and all that the
 * stream brought, until the next full collection. It finds its stream by `this`, also through a proxy.
 */
class Ending {
  declare readonly [readToEnd]: () => Promise<ChatOutcome>

  constructor(toEnd: () => Promise<ChatOutcome>) {
    this[readToEnd] = toEnd
  }

  get outcome(): Promise<ChatOutcome> {
    return this[readToEnd]()
  }
}

/**
 * Reads the stream of a chat answer: a `Response`, or its body. Reading starts at once and stays a little
 * ahead, so that nothing that came is lost when the connection breaks.
 * @throws {ChatStreamError} `already-read`, here when the body is taken, below when the stream is.
 */
export function readChatStream(
  source: ChatStreamSource,
  options: ReadChatStreamOptions = {},
): ChatStream {
  const reading = startReading(source, options)
  let isTaken = false

  const take = () => {
    if (isTaken) throw alreadyRead()
    isTaken = true
    reading.drain(false)
    return reading
  }

  const toEnd = () => {
    if (!isTaken) reading.drain(true)
    return reading.ended
  }

  const whole = async () => {
    const outcome = await toEnd()
    const failure = reading.failure()
    if (failure) throw failure
    return outcome
  }

  return Object.assign(new Ending(toEnd), {
    [Symbol.asyncIterator]: () => iterateChat(take(), (chunks) => chunks),
    textDeltas: () =>
      iterateChat(take(), (chunks) =>
        chunks.flatMap((chunk) => (chunk.type === 'text-delta' ? chunk.delta : [])),
      ),
    snapshots() {
      let last = reading.message()
      return iterateChat(take(), () => {
        const message = reading.message()
        if (message === last) return []
        last = message
        return [message]
      })
    },
    text: async () => (await whole()).text,
    final: async () => (await whole()).message,
    cancel: reading.cancel,
    toResponse: (options?: ProxyResponseOptions) => toProxyResponse(take(), options),
    pipeTo: (response: NodeResponse, options?: ProxyResponseOptions) =>
      pipeResponse(toProxyResponse(take(), options), response),
  })
}
