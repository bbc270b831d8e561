import type { ChatChunk, ChatMessage, MessageReducer } from '@doorkit/chat-stream'
import { SiteError } from './site-error.ts'

/**
 * The agent's answer while it is made. A `for await` loop yields the whole message each time it grows.
 * A loop can start at any time and begins with the message so far; several loops can run together. If
 * the answer fails, a loop throws a {@link SiteError} after the last message. Leaving a loop does not
 * stop the answer; `messages.stop()` does.
 */
export interface Answer extends AsyncIterable<ChatMessage> {
  /** The `id` that the visitor's message was sent with; null for a resumed answer. */
  readonly question: string | null
  /** The answer so far. */
  readonly message: ChatMessage
  /**
   * Every chunk from the first one on, in the form that `useChat` of the AI SDK reads. A chunk of a
   * type that this version does not know is passed on unchanged.
   */
  chunks(): AsyncIterable<ChatChunk>
  /**
   * Resolves with the whole answer.
   *
   * @throws SiteError if the message is refused, or the answer fails or cannot be read to its end.
   */
  final(): Promise<ChatMessage>
}

/** The writing side of an answer, for code that reads it from the server. */
export type AnswerWriter = ReturnType<typeof createAnswer>

export function createAnswer(question: string | null, createReducer: () => MessageReducer) {
  let reducer = createReducer()
  const chunks: ChatChunk[] = []
  let ended: { error: unknown } | null = null
  let wake = () => {}
  let changed: Promise<void>

  const change = () => {
    wake()
    changed = new Promise((resolve) => {
      wake = resolve
    })
  }
  change()

  /** Yields the results of `take` until the answer ends. While `take` returns none, waits for a change. */
  async function* follow<Item>(take: () => Item | undefined): AsyncGenerator<Item, void> {
    for (;;) {
      const next = changed
      const item = take()
      if (item !== undefined) yield item
      else if (!ended) await next
      else if (ended.error) throw ended.error
      else return
    }
  }

  const answer: Answer = {
    question,
    get message() {
      return reducer.message
    },
    chunks() {
      let at = 0
      return follow(() => (at < chunks.length ? chunks[at++] : undefined))
    },
    [Symbol.asyncIterator]() {
      let last: ChatMessage | undefined
      return follow(() => {
        const { message } = reducer
        if (message === last || message.parts.length === 0) return undefined
        last = message
        return message
      })
    },
    async final() {
      for await (const _ of answer);
      return reducer.message
    },
  }

  return {
    answer,
    push(chunk: ChatChunk): void {
      chunks.push(chunk)
      reducer.push(chunk)
      if (chunk.type === 'error') ended = { error: answerError(chunk.errorText) }
      else if (chunk.type === 'abort') ended = { error: answerError(chunk.reason) }
      change()
    },
    /** Starts the message again: the next chunks contain all of it. */
    restart(): void {
      reducer = createReducer()
      chunks.push({ type: 'reset-step' })
    },
    /** Ends the answer, with an error if it failed. */
    end(error?: unknown): void {
      ended ??= { error }
      change()
    },
  }
}

const answerError = (reason = 'The agent could not answer.') =>
  new SiteError('answer_failed', `${reason} Send the message again.`)
