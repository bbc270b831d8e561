// biome-ignore-all format: generated from the contract by `npm run generate`: change the models.
import type { Call } from '../../call/call.ts'
import type { CallOptions, StreamOptions, WriteOptions } from '../../call/call-options.ts'
import type { StreamCall } from '../../stream/stream-method.ts'
import type { ChatSessionId } from '../ids.ts'
import type { Message } from './conversations.ts'
import type { Person } from './person.ts'

/** A conversation that another application holds with the agent. */
export interface ChatSession {
  id: `chs_${string}`
  object: 'chat_session'
  conversation: `conv_${string}`
  /** The name of the application, from the request that created the session. */
  channel: string
  /**
   * `handed_off`: the visitor waits for a person, or a person has joined. `booked`: a meeting is
   * booked. If both are true, the status is the one that began first.
   */
  status: 'open' | 'handed_off' | 'booked' | (string & {})
  /** Whether the agent or a person answers. */
  team: {
    /**
     * `agent`: the agent answers. `waiting`: a person was requested, and none has joined yet; the
     * agent still answers, unless the host silences it. `person`: a person answers, and the agent
     * is silent.
     */
    state: 'agent' | 'waiting' | 'person' | (string & {})
    /** When this state began; null until a person is requested or joins. An ISO 8601 time. */
    since: string | null
    /** Null unless the state is `person`. */
    person: Person | null
  }
  /** An ISO 8601 time. */
  created_at: string
  /** An ISO 8601 time. */
  updated_at: string
  /** The whole transcript; empty when the session is created. */
  messages: Message[]
}

/** A chat session to open. Everything is optional. */
export interface ChatSessionCreate {
  /** Lowercase letters, digits, `_` and `-`. At most 64 characters. Default: `'api'`. */
  channel?: string | undefined
  /** The page that the visitor is on. 1 to 2,048 characters. */
  page_url?: string | undefined
  /**
   * The visit in which the analytics count the chat. An unknown visit is refused with
   * `unprocessable`. 1 to 64 characters.
   */
  visit?: string | undefined
  /** The visitor, whose identity counts as verified. */
  visitor?: {
    /** An email address. At most 254 characters. */
    email?: string | undefined
    /** 1 to 200 characters. */
    name?: string | undefined
    /** 1 to 255 characters. */
    external_id?: string | undefined
  } | undefined
  /**
   * Hints for the agent, never instructions. At most 50 members. Names of 1 to 64 characters. Text
   * of at most 500 characters.
   */
  context?: Record<string, string | number | boolean> | undefined
}

/** A visitor's message to send. */
export interface ChatMessageSend {
  /** 1 to 4,000 characters. */
  text: string
}

/** An action of the agent in a turn, besides its answer. */
export type ChatAction =
  | {
      type: 'booking_offered'
      /** The `booking.url` of the agent settings; null if none is set. */
      booking_url: string | null
    }
  | {
      type: 'handoff_requested'
    }
  | {
      type: 'searched_knowledge'
    }

/** The agent's answer to one message. */
export interface ChatReply {
  object: 'chat_reply'
  session: `chs_${string}`
  message: {
    id: `msg_${string}`
    role: 'assistant'
    /** Empty if the agent did not answer. */
    text: string
    /** An ISO 8601 time. */
    created_at: string
  }
  /** The actions of the agent besides its answer. */
  actions: ChatAction[]
  /**
   * Why the answer ended: `stop` if the answer is complete or was stopped, `length` if it was cut
   * at 100,000 characters, `handed_off` if the agent leaves the answer to the team. With
   * `handed_off`, only the visitor's message is stored: the text is empty, and no stored message
   * has the id `message.id`.
   */
  finish_reason?: 'stop' | 'length' | 'handed_off' | (string & {}) | undefined
}

/** Conversations that another application holds with the agent. */
export interface ChatSessions {
  /**
   * Open a chat session.
   *
   * Scope `chat:write`; retried under one idempotency key.
   *
   * @throws ApiError `feature_disabled`, `conflict`, `quota_exceeded`, `unprocessable` or
   *   `GeneralErrorCode`
   * @example
   * ```ts
   * const session = await doorkit.chatSessions.create({
   *   channel: 'app',
   *   visitor: { email: 'ada@example.com', name: 'Ada' },
   *   context: { plan: 'trial', seats: 3 },
   * })
   * console.log(session.id, session.status)
   * ```
   */
  create(input?: ChatSessionCreate, options?: WriteOptions): Call<ChatSession>
  /**
   * Fetch a chat session with its whole transcript.
   *
   * Scope `chat:write`; retried.
   *
   * @throws ApiError `not_found`, `feature_disabled` or `GeneralErrorCode`
   * @example
   * ```ts
   * const { messages } = await doorkit.chatSessions.get(sessionId)
   * for (const { role, text } of messages) console.log(`${role}: ${text}`)
   * ```
   */
  get(id: ChatSessionId | (string & {}), options?: CallOptions): Call<ChatSession>
  /**
   * Send a visitor's message and wait for the agent's whole answer.
   *
   * Scope `chat:write`; counts against the smaller budget of heavy requests; retried under one
   * idempotency key.
   *
   * @throws ApiError `not_found`, `feature_disabled`, `conflict` or `GeneralErrorCode`
   * @example
   * ```ts
   * const { message, actions } = await doorkit.chatSessions.send(sessionId, {
   *   text: 'What does the door cost?',
   * })
   * console.log(message.text)
   * if (actions.some(({ type }) => type === 'handoff_requested')) console.log('wants a person')
   * ```
   */
  send(id: ChatSessionId | (string & {}), input: ChatMessageSend, options?: WriteOptions): Call<ChatReply>
  /**
   * Send a visitor's message and read the agent's answer as it arrives.
   *
   * Scope `chat:write`; counts against the smaller budget of heavy requests; retried under one
   * idempotency key.
   *
   * @throws ApiError `not_found`, `feature_disabled`, `conflict` or `GeneralErrorCode`
   * @example
   * ```ts
   * const stream = await doorkit.chatSessions.stream(sessionId, {
   *   text: 'What does the door cost?',
   * })
   * for await (const delta of stream.textDeltas()) console.log(delta)
   * ```
   */
  stream(id: ChatSessionId | (string & {}), input: ChatMessageSend, options?: StreamOptions): StreamCall
}
