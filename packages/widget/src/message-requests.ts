import type { ChatChunk, MessageReducer } from '@doorkit/chat-stream'
import { backoffMs, wait } from './backoff.ts'
import type { AnswerStop } from './contract.ts'
import { readEvents } from './read-events.ts'
import { interruptionOf } from './send-request.ts'
import { SiteError } from './site-error.ts'
import { type Answer, type AnswerWriter, createAnswer } from './streamed-answer.ts'
import { type CallSettings, type createVisits, isTransient } from './visit-requests.ts'

/** The most attempts in a row to read an answer. A chunk starts the count again at 1. */
const mostAttempts = 10

/** The options of `messages.send`. */
export interface SendOptions {
  /**
   * The id of the message, new for each one. A message that is sent again with the same id is stored
   * once. Letters, digits, `_` and `-`, at most 64. Default: a random id.
   */
  readonly id?: string | undefined
  /**
   * Stops reading the answer, which fails as `aborted`; the agent continues. To stop the answer, call
   * `messages.stop()`.
   */
  readonly signal?: AbortSignal | undefined
}

/** The chat with the agent. */
export interface Messages {
  /**
   * Sends a message, and returns the agent's answer while it is made. The message is sent immediately,
   * even if nobody reads the answer, and again if the network fails.
   */
  send(text: string, options?: SendOptions): Answer
  /**
   * Resumes the answer in progress, such as after the page was reloaded. Resolves with null if there is
   * none.
   */
  resume(options?: Pick<SendOptions, 'signal'>): Promise<Answer | null>
  /** Stops the answer in progress, and keeps its text so far. Resolves with false if there was none. */
  stop(): Promise<boolean>
}

export function createMessages(
  settings: CallSettings,
  { call, post }: ReturnType<typeof createVisits>,
  createReducer: () => MessageReducer,
): Messages {
  /** Reads an answer to its end. After a broken connection, it continues where the answer broke off. */
  async function follow(
    { push, end, restart }: AnswerWriter,
    signal: AbortSignal | undefined,
    ask: () => Promise<Response>,
    first?: Response,
  ): Promise<void> {
    let lastEventId: string | undefined
    let isRepeat = false
    const askForAll = async () => {
      const response = await ask()
      if (lastEventId !== undefined) restart()
      return response
    }
    const resume = async () => {
      const response = await call({ ...resumption, lastEventId, signal }, 1)
      // Nothing is left to resume. For a sent message, another request gets the whole answer.
      return response.status === 204 ? askForAll() : response
    }
    let next = first ? async () => first : askForAll
    for (let attempt = 1; ; attempt += 1) {
      try {
        for await (const { id, data } of readEvents(await next(), settings.clock)) {
          if (data === '[DONE]') return end()
          push(JSON.parse(data) as ChatChunk)
          lastEventId = id
          attempt = 1
        }
        throw new SiteError('connection_failed', 'The answer was cut off. Send the message again.')
      } catch (cause) {
        const error = cause instanceof SiteError ? cause : interruptionOf(cause, signal)
        // The server may still be answering an earlier attempt.
        const isUnderWay = isRepeat && error.status === 409
        const mayRetry = isUnderWay || (isRepeat && error.status === 429) || isTransient(error)
        if (attempt === mostAttempts || !mayRetry) return end(error)
        // An answer whose chunks have no ids, such as a stored one, is requested again as a whole.
        if (isUnderWay || lastEventId || first) next = resume
        isRepeat = true
        const delayMs = Math.max(backoffMs(attempt), error.retryAfterMs ?? 0)
        try {
          await wait(settings, delayMs, signal)
        } catch (aborted) {
          return end(aborted)
        }
      }
    }
  }

  return {
    send(text, { id = newId(), signal } = {}) {
      const writer = createAnswer(id, createReducer)
      const ask = () => call({ method: 'POST', path: '/messages', body: { id, text }, signal }, 1)
      void follow(writer, signal, ask)
      return writer.answer
    },
    async resume({ signal } = {}) {
      const response = await call({ ...resumption, signal })
      if (response.status === 204) return null
      const writer = createAnswer(null, createReducer)
      const refuse = async () => {
        throw new SiteError('answer_failed', 'The answer is over. Fetch the conversation.')
      }
      void follow(writer, signal, refuse, response)
      return writer.answer
    },
    stop: async () => (await post<AnswerStop>('/messages/stop')).stopped,
  }
}

const resumption = { method: 'GET', path: '/messages/stream' } as const

/** Creates the id of a message. `crypto.randomUUID` is missing in pages that were not loaded over TLS. */
export const newId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
