// biome-ignore-all format: generated from the contract by `npm run generate`: change the models.
import type { Call } from '../../call/call.ts'
import type { CallOptions, ListOptions, WriteOptions } from '../../call/call-options.ts'
import type { ListCall } from '../../list/list-call.ts'
import type { ConversationId } from '../ids.ts'
import type { PageQuery } from './page-query.ts'
import type { MessageAuthor, Person, PersonInput, PersonMessage, TeamChange } from './person.ts'

/** One message of a transcript. */
export interface Message {
  id: `msg_${string}`
  role: 'user' | 'assistant' | (string & {})
  text: string
  /** An ISO 8601 time. */
  created_at: string
  /** The actions of the agent, by name, such as `searched_knowledge`. */
  tools: string[]
  /** The person of the team who wrote the message; absent if the visitor or the agent wrote it. */
  author?: MessageAuthor | undefined
}

/** The scores and labels that a grader gave a conversation. */
export interface Evaluation {
  /** The aim of the visitor. */
  intent: string | null
  /** How far the visitor is from buying. */
  buying_stage: string | null
  /** 0 to 100. */
  qualification_score: number
  /** 0 to 10. */
  meeting_intent: number
  /** Whether the agent understood the questions. */
  understood: boolean
  /** Null when nothing went wrong. */
  failure_category: string | null
  abandonment_reason: string | null
  recommended_improvement: string | null
}

/** One conversation of the agent with a visitor. */
export interface Conversation {
  id: `conv_${string}`
  object: 'conversation'
  page_url: string | null
  page_path: string | null
  /** `website`, or the name of the application that holds the conversation, such as `api`. */
  channel: string
  /** The personal link that brought the visitor. */
  link: `lk_${string}` | null
  /** The best outcome of the conversation. */
  outcome: 'meeting' | 'lead' | 'handoff' | 'none' | (string & {})
  message_count: number
  /** The beginning of the first message of the visitor. */
  preview: string
  /** Null without contacts:read. */
  contact: `ct_${string}` | null
  /** Names and email are null without contacts:read. */
  lead: {
    first_name: string | null
    last_name: string | null
    email: string | null
    /** An ISO 8601 time. */
    captured_at: string
  } | null
  /** The email is null without contacts:read. */
  booking: {
    booker_email: string | null
    meeting: `mtg_${string}` | null
    /** An ISO 8601 time. */
    start_at: string | null
  } | null
  /** Null if no person was requested. */
  handoff: {
    /** An ISO 8601 time. */
    requested_at: string
    reason: string | null
  } | null
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
  visitor: {
    device: 'desktop' | 'mobile' | (string & {}) | null
    country: string | null
    source: string | null
    utm: Record<string, string>
    /** Whether an AI assistant sent the visitor. */
    ai_referred: boolean | null
  }
  /** The opening that the visitor saw. */
  opening: {
    experiment: `exp_${string}` | null
    variant: `var_${string}` | null
  }
  /** Null until the conversation is graded. */
  evaluation: Evaluation | null
  /**
   * In lists and in GET /conversations/{id}, only with `expand=messages`. A list has the last 200
   * messages of each conversation.
   */
  messages?: Message[] | undefined
  /** True for preview chats. */
  test: boolean
  /** An ISO 8601 time. */
  started_at: string
  /** An ISO 8601 time. */
  updated_at: string
  /** An ISO 8601 time. */
  completed_at: string | null
}

/** The filters of `conversations.list`. */
export interface ConversationsListQuery extends PageQuery {
  /** Only items that changed at this time or later. An ISO 8601 time. */
  updated_since?: string | Date | undefined
  /** Only items that were created at this time or later. An ISO 8601 time. */
  created_since?: string | Date | undefined
  /**
   * `messages` adds the member `messages`. `expand[]=messages` means the same as `expand=messages`.
   * Exactly 1 item.
   */
  expand?: readonly 'messages'[] | undefined
  /** Includes preview chats. */
  include_test?: boolean | undefined
  /** True for only the conversations with a lead, false for only the others. */
  has_lead?: boolean | undefined
  /** True for only the graded conversations, false for only the others. */
  graded?: boolean | undefined
}

/** The parameters of `conversations.get`. */
export interface ConversationsGetQuery {
  /**
   * `messages` adds the member `messages`. `expand[]=messages` means the same as `expand=messages`.
   * Exactly 1 item.
   */
  expand?: readonly 'messages'[] | undefined
}

/** The answer to the deletion of a conversation. */
export interface ConversationDeleted {
  id: `conv_${string}`
  object: 'conversation'
  deleted: true
}

/** Reading and deleting conversations, and letting people answer in place of the agent. */
export interface Conversations {
  /**
   * List conversations, newest first; with `updated_since`, most recently changed first.
   *
   * Scope `conversations:read`; retried.
   *
   * @throws ApiError `GeneralErrorCode`
   * @example
   * ```ts
   * for await (const { lead, preview } of doorkit.conversations.list({ has_lead: true })) {
   *   console.log(lead?.email, preview)
   * }
   * ```
   */
  list(query: ConversationsListQuery & { expand: readonly ['messages', ...'messages'[]] }, options?: ListOptions): ListCall<Conversation & { messages: NonNullable<Conversation['messages']> }>
  /**
   * List conversations, newest first; with `updated_since`, most recently changed first.
   *
   * Scope `conversations:read`; retried.
   *
   * @throws ApiError `GeneralErrorCode`
   * @example
   * ```ts
   * for await (const { lead, preview } of doorkit.conversations.list({ has_lead: true })) {
   *   console.log(lead?.email, preview)
   * }
   * ```
   */
  list(query?: ConversationsListQuery, options?: ListOptions): ListCall<Conversation>
  /**
   * Fetch one conversation.
   *
   * Scope `conversations:read`; retried.
   *
   * @throws ApiError `not_found` or `GeneralErrorCode`
   * @example
   * ```ts
   * const { messages } = await doorkit.conversations.get(conversationId, { expand: ['messages'] })
   * for (const { role, text } of messages ?? []) console.log(`${role}: ${text}`)
   * ```
   */
  get(id: ConversationId | (string & {}), query: ConversationsGetQuery & { expand: readonly ['messages', ...'messages'[]] }, options?: CallOptions): Call<Conversation & { messages: NonNullable<Conversation['messages']> }>
  /**
   * Fetch one conversation.
   *
   * Scope `conversations:read`; retried.
   *
   * @throws ApiError `not_found` or `GeneralErrorCode`
   * @example
   * ```ts
   * const { messages } = await doorkit.conversations.get(conversationId, { expand: ['messages'] })
   * for (const { role, text } of messages ?? []) console.log(`${role}: ${text}`)
   * ```
   */
  get(id: ConversationId | (string & {}), query?: ConversationsGetQuery, options?: CallOptions): Call<Conversation>
  /**
   * Delete a conversation with its transcript, permanently.
   *
   * Scope `privacy:write`; retried under one idempotency key.
   *
   * @throws ApiError `not_found` or `GeneralErrorCode`
   * @example
   * ```ts
   * const { deleted } = await doorkit.conversations.delete(conversationId)
   * console.log(deleted)
   * ```
   */
  delete(id: ConversationId | (string & {}), options?: WriteOptions): Call<ConversationDeleted>
  /**
   * Let a person answer in place of the agent.
   *
   * Scope `chat:write`; retried under one idempotency key.
   *
   * @throws ApiError `not_found`, `conflict` or `GeneralErrorCode`
   * @example
   * ```ts
   * const person = { id: 'user-7', name: 'Grace' }
   * const { team } = await doorkit.conversations.join(conversationId, { person })
   * console.log(team.state, team.person?.name)
   * ```
   */
  join(id: ConversationId | (string & {}), input: PersonInput, options?: WriteOptions): Call<TeamChange>
  /**
   * Send a message of the person who has joined.
   *
   * Scope `chat:write`; retried under one idempotency key.
   *
   * @throws ApiError `not_found`, `conflict` or `GeneralErrorCode`
   * @example
   * ```ts
   * const message = await doorkit.conversations.send(conversationId, {
   *   person: { id: 'user-7', name: 'Grace' },
   *   text: 'Hello, I am Grace. How can I help?',
   * })
   * console.log(message.role, message.author?.name)
   * ```
   */
  send(id: ConversationId | (string & {}), input: PersonMessage, options?: WriteOptions): Call<Message>
  /**
   * Let the agent answer again.
   *
   * Scope `chat:write`; retried under one idempotency key.
   *
   * @throws ApiError `not_found`, `conflict` or `GeneralErrorCode`
   * @example
   * ```ts
   * const person = { id: 'user-7', name: 'Grace' }
   * const { team } = await doorkit.conversations.leave(conversationId, { person })
   * console.log(team.state)
   * ```
   */
  leave(id: ConversationId | (string & {}), input: PersonInput, options?: WriteOptions): Call<TeamChange>
}
