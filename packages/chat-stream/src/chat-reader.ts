import { createChatJournal } from './chat-journal.ts'
import { MAX_EVENT_BYTES } from './chat-parser.ts'
import { type ChatEnding, type ChatOutcome, ChatStreamError } from './chat-stream-error.ts'
import { errorOfOutcome } from './error-of-outcome.ts'

/** Options of {@link readChatStream}. */
export interface ReadChatStreamOptions {
  /** Aborts the stream immediately, with the signal's reason. Default: none. */
  signal?: AbortSignal | undefined
  /**
   * How long to wait for the next byte, including the first, before the stream counts as stalled, in
   * milliseconds. Comments of the server count as bytes. 0 waits forever. Default: 60,000.
   */
  idleTimeout?: number | undefined
  /** The most bytes of data in one event, see {@link ChatParserOptions}. Default: 8 MiB. */
  maxEventBytes?: number | undefined
  /** The most bytes of the whole stream; a longer stream ends as `too-large`. Default: 128 MiB. */
  maxTotalBytes?: number | undefined
  /**
   * Called with each error that a reader is about to get because the stream ended badly, so that you can
   * add to the error. Default: no callback.
   */
  onFailure?: ((error: ChatStreamError) => void) | undefined
  /**
   * Calls back after a time in milliseconds, and returns a function that cancels the callback. Default:
   * `setTimeout`.
   */
  schedule?: ((callback: () => void, delayMs: number) => () => void) | undefined
}

/** An answer to read: the `Response` of a `fetch`, or its body. */
export type ChatStreamSource = Response | ReadableStream<Uint8Array | string>

const MAX_TOTAL_BYTES = 128 * 1024 * 1024
// This much is buffered for a slow reader, because unread bytes of a body are lost when the connection
// breaks.
const PREFETCH_BYTES = 64 * 1024
// Enough for a whole problem document.
const EXCERPT_BYTES = 4096
const LONGEST_TIMEOUT = 2 ** 31 - 1
const TRUNCATED = { type: 'truncated' } as const

const scheduleTimeout = (callback: () => void, delayMs: number) => {
  const timer = setTimeout(callback, delayMs)
  return () => clearTimeout(timer)
}

/** Describes an answer that failed or is not an event stream; undefined for an event stream. */
export const refusalOf = ({ ok, status, headers }: Response) => {
  const contentType = headers.get('content-type') ?? ''
  const isStream = ok && /^text\/event-stream\s*(;|$)/i.test(contentType)
  return isStream ? undefined : { status, contentType }
}

export const alreadyReadError = (cause?: unknown) =>
  new ChatStreamError('already-read', 'This answer was already read. Read each answer once.', {
    cause,
  })

const takeReader = (body: ReadableStream<Uint8Array | string> | null) => {
  try {
    return body?.getReader()
  } catch (cause) {
    throw alreadyReadError(cause)
  }
}

/** Reads a stream in one loop, and buffers its chunks until they are taken. */
export type ChatReader = ReturnType<typeof createChatReader>

/** Starts to read a stream. Throws a {@link ChatStreamError} `already-read` if its body is locked. */
export function createChatReader(
  source: ChatStreamSource,
  {
    signal,
    onFailure,
    idleTimeout = 60_000,
    schedule = scheduleTimeout,
    maxEventBytes = MAX_EVENT_BYTES,
    maxTotalBytes = MAX_TOTAL_BYTES,
  }: ReadChatStreamOptions,
) {
  const isResponse = 'headers' in source
  const refusal = isResponse ? refusalOf(source) : undefined
  const bodyReader = takeReader(isResponse ? source.body : source)
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
    if (chat.outcome) return
    const outcome = { ...ending, ...journal.receipt() }
    chat.outcome = outcome
    stopTimer()
    signal?.removeEventListener('abort', onAbort)
    bodyReader?.cancel(reason).catch(() => {})
    settle(outcome)
    wake()
    resume()
  }

  const giveUp = (by: 'signal' | 'reader', reason: unknown) =>
    close({ type: 'aborted', by, reason }, reason)

  const onAbort = () => giveUp('signal', signal?.reason)

  /**
   * Ends the stream. If the events of an event stream show an ending, it takes precedence over the given
   * one.
   */
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
    while (!chat.outcome) {
      if (waitingBytes >= PREFETCH_BYTES && !isDraining) {
        await new Promise<void>((resolve) => {
          resume = resolve
        })
        continue
      }
      if (idleTimeout > 0 && idleTimeout <= LONGEST_TIMEOUT)
        stopTimer = schedule(() => conclude({ type: 'stalled', idleTimeout }), idleTimeout)
      const part = await bodyReader?.read()
      stopTimer()
      if (chat.outcome) return
      if (part?.value) receive(part.value)
      if (part?.done !== false) conclude(TRUNCATED)
    }
  }

  const chat = {
    /** Set when the stream is over, even if chunks are still to be taken. */
    outcome: undefined as ChatOutcome | undefined,
    /** The outcome, once the stream is over. Never rejects. */
    ended,
    /** False if the answer is not an event stream. Then only the start of its text is read. */
    isStream: !refusal,
    /** Returns the chunks received since the last call, and lets reading continue. */
    take() {
      waitingBytes = 0
      resume()
      return journal.take()
    },
    /** Resolves at the next bytes or at the end. Only one caller may wait, after it has taken all chunks. */
    async more() {
      if (chat.outcome) return
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    },
    message: journal.message,
    /**
     * Returns the error to throw at the end, after passing it to `onFailure`; undefined before the end
     * and after a complete answer.
     */
    failure() {
      const error = chat.outcome && errorOfOutcome(chat.outcome)
      if (error) onFailure?.(error)
      return error
    },
    /** Sets whether to read to the end even if nobody takes the chunks. */
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
  return chat
}
