import { createParser } from 'eventsource-parser'
import type { ChatChunk } from './chat-chunk.ts'
import { type ChatProblemCode, ChatStreamError } from './chat-stream-error.ts'
import { readChunk } from './read-chunk.ts'

/** Options of {@link createChatParser}. */
export interface ChatParserOptions {
  /**
   * Called with each chunk, in order, during `push` and `end`. If it throws, that method rethrows the
   * error and drops the later complete events of its input.
   */
  onChunk: (chunk: ChatChunk) => void
  /**
   * Called with each problem, and the raw data of its event; `''` for an event that is too large. The
   * data may contain text that a person wrote, so keep it out of logs. Default: problems are ignored.
   */
  onProblem?: ((problem: ChatStreamError, data: string) => void) | undefined
  /**
   * The most bytes of data in one event, in UTF-8. A larger event is not delivered and ends the parsing
   * (`state` is `too-large`). No more than this many characters of an unfinished event are buffered.
   * Default: 8 MiB.
   */
  maxEventBytes?: number | undefined
}

/**
 * The state of a parser: `open`; `done` after `[DONE]`; `too-large` after an event over the limit;
 * `ended` after `end()` in any other case. Only an open parser accepts input.
 */
export type ChatParserState = 'open' | 'done' | 'too-large' | 'ended'

/** Turns the bytes of a chat stream into chunks. */
export interface ChatParser {
  /** Parses the next bytes or text, split anywhere. Input after the end is ignored. */
  push: (input: Uint8Array | string) => void
  /** Ends the input. A last event without its blank line is delivered if it parses. */
  end: () => void
  readonly state: ChatParserState
}

/** The default of `maxEventBytes`: 8 MiB. */
export const MAX_EVENT_BYTES = 8 * 1024 * 1024

const MAX_BYTES_PER_CHARACTER = 3
// The length of "data: ", which is buffered with the data.
const LINE_OVERHEAD = 6

/**
 * Creates a parser of version 1 of the UI message stream. It accepts bytes or text and calls back with
 * chunks. A malformed event is reported and skipped; the others are still delivered.
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
 */
export function createChatParser({
  onChunk,
  onProblem,
  maxEventBytes = MAX_EVENT_BYTES,
}: ChatParserOptions): ChatParser {
  // Keeps the byte order mark, which the event parser strips: a second strip would remove content.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  let isEnding = false

  const report = (code: ChatProblemCode, message: string, data: string) =>
    onProblem?.(
      isEnding && code === 'invalid-json'
        ? new ChatStreamError('incomplete-event', 'Skipped an event whose end is missing.')
        : new ChatStreamError(code, message),
      data,
    )

  const refuse = () => {
    parser.state = 'too-large'
    const message = `The event limit of ${maxEventBytes} bytes was exceeded: raise it if needed.`
    report('event-too-large', message, '')
  }

  const take = (data: string) => {
    if (
      data.length * MAX_BYTES_PER_CHARACTER > maxEventBytes &&
      new TextEncoder().encode(data).length > maxEventBytes
    )
      return refuse()
    if (data === '[DONE]') {
      parser.state = 'done'
      return
    }
    const chunk = readChunk(data, report)
    if (chunk) onChunk(chunk)
  }

  let thrown: { error: unknown } | undefined
  const events = createParser({
    maxBufferSize: maxEventBytes + LINE_OVERHEAD,
    onEvent({ data }) {
      if (parser.state !== 'open' || thrown) return
      // An error thrown through the event parser would leave it inside this event.
      try {
        take(data)
      } catch (error) {
        thrown = { error }
      }
    },
    onError(error) {
      if (parser.state === 'open' && error.type === 'max-buffer-size-exceeded') refuse()
    },
  })

  const feed = (text: string) => {
    if (parser.state !== 'open') return
    events.feed(text)
    if (isEnding && parser.state === 'open') parser.state = 'ended'
    if (!thrown) return
    const { error } = thrown
    thrown = undefined
    throw error
  }

  const parser = {
    state: 'open' as ChatParserState,
    push(input: Uint8Array | string) {
      // Text after bytes ends a character that the bytes left incomplete.
      feed(
        typeof input === 'string'
          ? decoder.decode() + input
          : decoder.decode(input, { stream: true }),
      )
    },
    end() {
      isEnding = true
      feed(`${decoder.decode()}\n\n`)
    },
  }
  return parser
}
