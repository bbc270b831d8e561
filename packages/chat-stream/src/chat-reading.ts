import type { ChatChunk } from './chat-chunk.ts'
import { failureOf } from './chat-failure.ts'
import { createChatJournal } from './chat-journal.ts'
import type { ChatMessage } from './chat-message.ts'
import type { ChatEnding, ChatOutcome } from './chat-outcome.ts'
import { MAX_EVENT_BYTES } from './chat-parser.ts'
import { ChatStreamError } from './chat-stream-error.ts'

/** Options of {@link readChatStream}. */
export interface ReadChatStreamOptions {
  /** Ends the reading at once, with the signal's reason. Default: none. */
  signal?: AbortSignal | undefined
  /**
   * The longest wait for the next byte, the first one included, in milliseconds; then the stream counts
   * as stalled. Comments of the server reset it. 0 waits for ever. Default: 60,000.
   */
  idleTimeout?: number | undefined
  /** The most bytes of data in one event, see {@link ChatParserOptions}. Default: 8 MiB. */
  maxEventBytes?: number | undefined
  /** The most bytes of the whole stream; more end the reading as `too-large`. Default: 128 MiB. */
  maxTotalBytes?: number | undefined
  /** Called with the error of a bad end before a reader gets it, to complete it. Default: no callback. */
  onFailure?: ((error: ChatStreamError) => void) | undefined
  /** Calls back after a time in milliseconds, and returns what calls it off. Default: `setTimeout`. */
  schedule?: ((callback: () => void, delayMs: number) => () => void) | undefined
}

/** A readable answer: that of a `fetch`, or the body of one. */
export type ChatStreamSource = Response | ReadableStream<Uint8Array | string>

/** A stream being read. One loop reads it; whoever wants chunks takes them from here. */
export interface ChatReading {
  /** Set as soon as the stream is over, while chunks may still wait to be taken. */
  readonly outcome: ChatOutcome | undefined
  /** The outcome, once the stream is over. Never rejects. */
  readonly ended: Promise<ChatOutcome>
  /** False when the answer is not an event stream, whose reading only gathers the beginning of its text. */
  readonly isStream: boolean
  /** The chunks that came since the last call; reading goes on. */
  take: () => ChatChunk[]
  /** Resolves at the next bytes or when the stream is over. For one caller, who has taken everything. */
  more: () => Promise<void>
  message: () => ChatMessage
  /** The error to throw at the end; undefined after a whole answer, and before the end. */
  failure: () => ChatStreamError | undefined
  /** Whether to read to the end even without a reader. */
  drain: (isOn: boolean) => void
  cancel: (reason?: unknown) => void
}

const MAX_TOTAL_BYTES = 128 * 1024 * 1024
// Read ahead of a slow reader: bytes that wait in the body are lost when the connection breaks.
const READ_AHEAD_BYTES = 64 * 1024
// Holds the problem document of a refusal whole.
const EXCERPT_BYTES = 4096
const LONGEST_TIMEOUT = 2 ** 31 - 1
const TRUNCATED = { type: 'truncated' } as const

const scheduleTimeout = (callback: () => void, delayMs: number) => {
  const timer = setTimeout(callback, delayMs)
  return () => clearTimeout(timer)
}

/** A description of an answer that is not an event stream; undefined when it is one. */
export const refusalOf = ({ ok, status, headers }: Response) => {
  const contentType = headers.get('content-type') ?? ''
  const isStream = ok && /^text\/event-stream\s*(;|$)/i.test(contentType)
  return isStream ? undefined : { status, contentType }
}

/** The error for an answer that is read twice. */
export const alreadyRead = (cause?: unknown) =>
  new ChatStreamError('already-read', 'This answer is read already: read each one once.', { cause })

const takeReader = (body: ReadableStream<Uint8Array | string> | null) => {
  try {
    return body?.getReader()
  } catch (cause) {
    throw alreadyRead(cause)
  }
}

/** Starts to read a stream. Throws a {@link ChatStreamError} `already-read` when its body is taken. */
export function startReading(
  source: ChatStreamSource,
  {
    signal,
    onFailure,
    idleTimeout = 60_000,
    schedule = scheduleTimeout,
    maxEventBytes = MAX_EVENT_BYTES,
    maxTotalBytes = MAX_TOTAL_BYTES,
  }: ReadChatStreamOptions,
): ChatReading {
  const isResponse = 'headers' in source
  const refusal = isResponse ? refusalOf(source) : undefined
  const reader = takeReader(isResponse ? source.body : source)
  const journal = createChatJournal(maxEventBytes, maxTotalBytes)
  const decoder = new TextDecoder()
  let excerpt = ''
  let waitingBytes = 0
  let isDraining = false
  let wake = () => {}
  let resume = () => {}
  let stopTimer = () => {}
  let settle: (outcome: ChatOutcome) => void = () => {}
  const ended = new Promise<ChatOutcome>((resolve) => {
    settle = resolve
  })

  const close = (ending: ChatEnding, reason?: unknown) => {
    if (reading.outcome) return
    const outcome = { ...ending, ...journal.receipt() }
    reading.outcome = outcome
    stopTimer()
    signal?.removeEventListener('abort', onAbort)
    reader?.cancel(reason).catch(() => {})
    settle(outcome)
    wake()
    resume()
  }

  const giveUp = (by: 'signal' | 'reader', reason: unknown) =>
    close({ type: 'aborted', by, reason }, reason)

  const onAbort = () => giveUp('signal', signal?.reason)

  /** Closes when nothing more comes. The end that the answer announced says more than how it stopped. */
  const conclude = (ending: ChatEnding) =>
    close(
      refusal
        ? { type: 'not-a-stream', ...refusal, body: excerpt.slice(0, EXCERPT_BYTES) }
        : (journal.end() ?? ending),
    )

  const receive = (input: Uint8Array | string) => {
    waitingBytes += input.length
    if (refusal) {
      excerpt += typeof input === 'string' ? input : decoder.decode(input, { stream: true })
      if (waitingBytes >= EXCERPT_BYTES) conclude(TRUNCATED)
      return
    }
    const ending = journal.push(input)
    if (ending) close(ending)
    wake()
  }

  const read = async () => {
    while (!reading.outcome) {
      if (waitingBytes >= READ_AHEAD_BYTES && !isDraining) {
        await new Promise<void>((resolve) => {
          resume = resolve
        })
        continue
      }
      if (idleTimeout > 0 && idleTimeout <= LONGEST_TIMEOUT)
        stopTimer = schedule(() => conclude({ type: 'stalled', idleTimeout }), idleTimeout)
      const next = await reader?.read()
      stopTimer()
      if (reading.outcome) return
      if (next?.value) receive(next.value)
      if (next?.done !== false) conclude(TRUNCATED)
    }
  }

  const reading = {
    outcome: undefined as ChatOutcome | undefined,
    ended,
    isStream: !refusal,
    take() {
      waitingBytes = 0
      resume()
      return journal.take()
    },
    async more() {
      if (reading.outcome) return
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    },
    message: journal.message,
    failure() {
      const error = reading.outcome && failureOf(reading.outcome)
      if (error) onFailure?.(error)
      return error
    },
    drain(isOn: boolean) {
      isDraining = isOn
      resume()
    },
    cancel: (reason?: unknown) => giveUp('reader', reason),
  }
  signal?.addEventListener('abort', onAbort)
  if (signal?.aborted) onAbort()
  read().catch((cause) => {
    if (cause?.name === 'AbortError') giveUp('signal', cause)
    else conclude({ type: 'connection-lost', cause })
  })
  return reading
}
