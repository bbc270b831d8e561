import type { ChatChunk, MessageReducer } from '@doorkit/chat-stream'
import { type Answer, type AnswerWriter, createAnswer } from './answer.ts'
import type { AnswerStop } from './contract.ts'
import { readEvents } from './read-events.ts'
import { lostConnection } from './send-request.ts'
import { SiteError } from './site-error.ts'
import { type CallSettings, type createVisits, isPassing } from './visits.ts'
import { backoffMs, wait } from './wait.ts'

/** How often the connection of an answer may break without a chunk in between. */
const mostAttempts = 10

/** The options of `messages.send`. */
export interface SendOptions {
  /**
   * A name of the message, new for each: what is sent again under the same name is said once. Letters,
   * digits, `_` and `-`, at most 64. Default: a random one.
   */
  readonly id?: string | undefined
  /**
   * Ends the reading of the answer, which fails as `aborted`; the agent goes on. To end the answer, call
   * `messages.stop()`.
   */
  readonly signal?: AbortSignal | undefined
}

/** Talking with the agent. */
export interface Messages {
  /**
   * Says something, and gives the agent's answer as it is made. The message is sent at once, whether or
   * not the answer is read, and it is sent again where the network fails.
   */
  send(text: string, options?: SendOptions): Answer
  /**
   * Takes the answer up that is being made, after a reload of the page. Resolves with null where none
   * is.
   */
  resume(options?: Pick<SendOptions, 'signal'>): Promise<Answer | null>
  /** Ends the answer that is under way, and keeps what was said of it. Resolves with false for none. */
  stop(): Promise<boolean>
}

/** Creates what a visitor talks with the agent by. */
export function createMessages(
  settings: CallSettings,
  { call, post }: ReturnType<typeof createVisits>,
  createReducer: () => MessageReducer,
): Messages {
  /** Reads an answer to its end, and behind each break from where it broke. */
  async function follow(
    { push, end, restart }: AnswerWriter,
    signal: AbortSignal | undefined,
    open: () => Promise<Response>,
    openAgain: () => Promise<Response>,
  ): Promise<void> {
    let lastEventId: string | undefined
    let next = open
    let isRepeat = false
    const resume = async () => {
      const response = await call({ ...resumption, lastEventId, signal }, 1)
      if (response.status !== 204) return response
      // It is over for too long: whoever asks again gets all of it.
      const whole = await openAgain()
      if (lastEventId) restart()
      return whole
    }
    for (let attempt = 1; ; attempt += 1) {
      try {
        for await (const { id, data } of readEvents(await next(), settings.clock)) {
          if (data === '[DONE]') return end()
          push(JSON.parse(data) as ChatChunk)
          lastEventId = id
          attempt = 1
        }
        throw new SiteError('connection_failed', 'The answer was cut off. Send it again.')
      } catch (cause) {
        const error = cause instanceof SiteError ? cause : lostConnection(cause, signal)
        // What was sent before may be being answered.
        const isUnderWay = isRepeat && error.status === 409
        const isLater = isUnderWay || (isRepeat && error.status === 429) || isPassing(error)
        if (attempt === mostAttempts || !isLater) return end(error)
        if (isUnderWay || lastEventId) next = resume
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
      void follow(writer, signal, ask, ask)
      return writer.answer
    },
    async resume({ signal } = {}) {
      const response = await call({ ...resumption, signal })
      if (response.status === 204) return null
      const writer = createAnswer(null, createReducer)
      void follow(
        writer,
        signal,
        async () => response,
        async () => {
          throw new SiteError('answer_failed', 'The answer is over. Fetch the conversation.')
        },
      )
      return writer.answer
    },
    stop: async () => (await post<AnswerStop>('/messages/stop')).stopped,
  }
}

const resumption = { method: 'GET', path: '/messages/stream' } as const

/** `crypto.randomUUID` is missing in pages that were not loaded over TLS. */
const newId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
