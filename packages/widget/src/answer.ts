import type { ChatChunk, ChatMessage, MessageReducer } from '@doorkit/chat-stream'
import { SiteError } from './site-error.ts'

/**
 * The agent's answer while it is made: a `for await` loop over it gives the message as it grows, each
 * time whole. Loops may begin at any time, also several, and each begins with what is there. At a bad
 * end they throw a {@link SiteError} after all that came. Nothing is lost by leaving a loop: the answer
 * goes on, and `messages.stop()` ends it.
 */
export interface Answer extends AsyncIterable<ChatMessage> {
  /** The name of the message that is answered; null for an answer that was taken up again. */
  readonly question: string | null
  /** The answer as far as it has come. */
  readonly message: ChatMessage
  /**
   * Every chunk from the first on, such as `useChat` of the AI SDK reads. One of a type that this version
   * does not know comes as it was sent.
   */
  chunks(): AsyncIterable<ChatChunk>
  /**
   * Resolves with the whole answer.
   *
   * @throws SiteError for a refusal, or an answer that could not be read to its end.
   */
  final(): Promise<ChatMessage>
}

/** An answer, for what reads it from the server. */
export interface AnswerWriter {
  readonly answer: Answer
  /** Adds a chunk. */
  push(chunk: ChatChunk): void
  /** Ends the answer, badly with an error. */
  end(error?: unknown): void
  /** Begins the message again: what comes now is the whole of it. */
  restart(): void
}

/** Creates an answer that is filled while it is read. */
export function createAnswer(
  question: string | null,
  createReducer: () => MessageReducer,
): AnswerWriter {
  let reducer = createReducer()
  const chunks: ChatChunk[] = []
  let ended: { error: unknown } | null = null
  let wake = () => {}
  let changed = new Promise<void>((resolve) => {
    wake = resolve
  })

  const change = () => {
    const wakeAll = wake
    changed = new Promise((resolve) => {
      wake = resolve
    })
    wakeAll()
  }

  /** Gives what `take` finds, as often as it finds something, until the end. */
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
    push(chunk) {
      chunks.push(chunk)
      reducer.push(chunk)
      if (chunk.type === 'error') ended = { error: failed(chunk.errorText) }
      else if (chunk.type === 'abort') ended = { error: failed(chunk.reason) }
      change()
    },
    restart() {
      reducer = createReducer()
      chunks.push({ type: 'reset-step' })
    },
    end(error) {
      ended ??= { error }
      change()
    },
  }
}

const failed = (reason = 'The agent could not answer.') =>
  new SiteError('answer_failed', `${reason} Send the message again.`)
