// biome-ignore-all format: generated from the contract by `npm run generate`: change the models.

/**
 * The `data` of an event whose person was erased or whose conversation was deleted: `object` is
 * undefined, and a handler has nothing to do.
 */
export interface ErasedData {
  erased: true
  object?: undefined
  conversation?: undefined
  error?: undefined
  reference?: undefined
}

/**
 * The `data` of an event that was read with an API key without contacts:read: `object` is
 * undefined.
 */
export interface ReferenceData {
  /** The id and the kind of the object that the event is about. */
  reference: { id: string; object: string }
  object?: undefined
  conversation?: undefined
  error?: undefined
  erased?: undefined
}

/** The members of every event, whatever its `type`. */
export interface EventEnvelope<Type extends string, Data> {
  /** The id of the event, which is also the header `webhook-id`: dedupe by it. */
  id: `evt_${string}`
  object: 'event'
  type: Type
  /** When the change happened. An ISO 8601 time. */
  created_at: string
  /** The version that the payload follows. */
  api_version: string
  data: (Data & { erased?: undefined; reference?: undefined }) | ErasedData | ReferenceData
}

/** The `data` of most events: the object that the event is about. */
export interface ObjectData<Value> {
  /** Null if the object no longer exists. */
  object: Value | null
}

/** An event of a type that this version does not know. New types arrive without notice. */
export interface UnknownEvent {
  /** The id of the event, which is also the header `webhook-id`: dedupe by it. */
  id: `evt_${string}`
  object: 'event'
  type: 'unknown'
  /** When the change happened. An ISO 8601 time. */
  created_at: string
  /** The version that the payload follows. */
  api_version: string
  /** The data of the event. */
  data: unknown
  /** The event as it was sent, with the name of its type. */
  raw: { type: string; [member: string]: unknown }
}

/**
 * An event, as programs read it from a webhook or from the event log. Compare `type` to narrow
 * `data`; a `switch` needs a branch for `unknown`.
 */
export type WebhookEvent =
  | EventEnvelope<'lead.captured', ObjectData<Contact> & {
      /** The conversation without its transcript. */
      conversation?: Conversation | null | undefined
    }>
  | EventEnvelope<'handoff.requested', ObjectData<Conversation>>
  | EventEnvelope<'meeting.booked', ObjectData<Meeting>>
  | EventEnvelope<'meeting.rescheduled', ObjectData<Meeting>>
  | EventEnvelope<'meeting.canceled', ObjectData<Meeting>>
  | EventEnvelope<'conversation.started', ObjectData<Conversation>>
  | EventEnvelope<'conversation.completed', ObjectData<Conversation>>
  | EventEnvelope<'experiment.started', ObjectData<Experiment>>
  | EventEnvelope<'experiment.winner_found', ObjectData<Experiment>>
  | EventEnvelope<'knowledge.source_failed', ObjectData<KnowledgeSource> & {
      error: string
    }>
  | EventEnvelope<'webhook.test', ObjectData<{
      endpoint: `we_${string}`
      message: string
    }>>
  | EventEnvelope<'contact.deleted', {
      object: {
        id: `ct_${string}`
        object: 'contact'
        deleted: true
      }
    }>
  | EventEnvelope<'message.created', ObjectData<Message> & {
      /** The conversation without its transcript. */
      conversation?: Conversation | null | undefined
    }>
  | EventEnvelope<'handoff.unanswered', ObjectData<Conversation>>
  | EventEnvelope<'conversation.deleted', {
      object: {
        id: `conv_${string}`
        object: 'conversation'
        deleted: true
      }
    }>
  | UnknownEvent

/** The event of one type: `WebhookEventOf<'meeting.booked'>`. */
export type WebhookEventOf<Type extends WebhookEvent['type']> = Extract<WebhookEvent, { type: Type }>

/** Somebody whom the workspace knows by an email address. */
export interface Contact {
  id: `ct_${string}`
  object: 'contact'
  /** In lower case; unique in the workspace. */
  email: string
  first_name: string | null
  last_name: string | null
  name: string | null
  company: string | null
  phone: string | null
  /** Your own id for the person. */
  external_id: string | null
  /** Your own facts about the person. */
  attributes: Record<string, string | number | boolean | null>
  /** Whether the person is verified as the owner of the address. */
  identity_verified: boolean
  /** The origin of the contact. */
  source: 'api' | 'chat' | 'import' | (string & {})
  /** An ISO 8601 time. */
  first_seen_at: string
  /** An ISO 8601 time. */
  last_seen_at: string
  /** An ISO 8601 time. */
  created_at: string
  /** An ISO 8601 time. */
  updated_at: string
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

/** A member of the host's team who answers visitors. */
export interface Person {
  /** Your own id for the person, such as a user id. 1 to 255 characters. */
  id: string
  /** The name that visitors see. 1 to 200 characters. */
  name: string
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

/**
 * The person of the team who wrote a message. A message of the visitor or the agent has no
 * `author`.
 */
export interface MessageAuthor {
  kind: 'person'
  id: string
  name: string
}

/** A meeting booked from the chat. */
export interface Meeting {
  id: `mtg_${string}`
  object: 'meeting'
  status: 'booked' | 'canceled' | (string & {})
  /** Whether the calendar confirmed the booking. */
  verified: boolean
  /** The calendar service, such as `cal.com` or `calendly`. */
  provider: string
  meeting_type: string | null
  /** The member of the team who attends. */
  host: string | null
  /** An ISO 8601 time. */
  start_at: string
  /** An ISO 8601 time. */
  end_at: string
  /** An ISO 8601 time. */
  booked_at: string
  /** An ISO 8601 time. */
  updated_at: string
  /** How many times the meeting was rescheduled. */
  reschedules: number
  join_url: string | null
  reschedule_url: string | null
  cancel_url: string | null
  conversation: `conv_${string}`
  /** Null without contacts:read. */
  contact: `ct_${string}` | null
  /** The name and the email are null without contacts:read. */
  invitee: {
    name: string | null
    email: string | null
  }
  /** True for meetings of preview chats. */
  test: boolean
}

/** An opening test. */
export interface Experiment {
  id: `exp_${string}`
  object: 'experiment'
  name: string
  status:
    | 'draft'
    | 'ready'
    | 'running'
    | 'winner_found'
    | 'applied'
    | 'stopped'
    | 'paused'
    | 'failed'
    | 'invalidated'
    | (string & {})
  /** Details of the status, such as why the test ended. */
  internal_status: string
  /** The paths of the pages that the test runs on. */
  pages: string[]
  /** The stage that counts as a conversion. */
  metric: 'chats' | 'leads' | 'meetings' | (string & {})
  /** The assumption that the test checks. */
  hypothesis: string | null
  /** The variant that won or was promoted; null if there is none. */
  winner: `var_${string}` | null
  /**
   * The verdict on the winner or the leading variant; null until the test ends, and for a test that
   * never started.
   */
  verdict: 'better' | 'worse' | 'no_difference' | 'inconclusive' | (string & {}) | null
  /** An ISO 8601 time. */
  created_at: string
  /** When the test first began to run. An ISO 8601 time. */
  started_at: string | null
  /** When the test stopped counting for good. An ISO 8601 time. */
  ended_at: string | null
  /** When a variant became the opening of the pages. An ISO 8601 time. */
  applied_at: string | null
  /** The control first. */
  variants: Variant[]
  /** The comparison behind the verdict; null without a comparison. */
  result: unknown
}

/** A variant of an opening test: one opening. */
export interface Variant {
  id: `var_${string}`
  object: 'variant'
  name: string
  /** Whether this is the opening that the others are compared with. */
  control: boolean
  headline: string
  buttons: {
    label: string
    message: string
    /** Whether the button can no longer change, because the test has started. */
    locked: boolean
  }[]
  /** The idea behind the variant. */
  angle: string | null
  /** An ISO 8601 time. */
  created_at: string
  results: VariantResults
}

/** The results of a variant, with their uncertainty. */
export interface VariantResults {
  /** How many visitors saw the variant. */
  views: number
  /** How many visitors reached each of `chats`, `leads` and `meetings`. */
  stages: Record<string, number>
  /** The mean of the posterior of the rate. */
  rate: number
  /** The lower end of the 95 % interval of the rate. */
  rate_low: number
  /** The upper end of the 95 % interval of the rate. */
  rate_high: number
  /** The probability that the variant beats the control. Null for the control. */
  chance_beats_current: number | null
  /** The difference from the control's rate, as a fraction of that rate: 0.25 is a quarter more. */
  lift: number
  /**
   * When something was last counted for the variant; before the first count, when the variant was
   * created. An ISO 8601 time.
   */
  computed_at: string
}

/** A page that the agent reads and answers from. */
export interface KnowledgeSource {
  id: `src_${string}`
  object: 'knowledge_source'
  url: string
  /** Your own name for the part of the site that the page belongs to. */
  section: string | null
  /** Null until the page has been read, and for a page with neither a title nor a heading. */
  title: string | null
  status: 'pending' | 'ready' | 'failed' | (string & {})
  /** Why the last attempt to read the page failed. */
  error: string | null
  /** The length of the page's text in characters. */
  characters: number
  /** How many passages the agent can find. */
  chunks: number
  /** When the page was last read; null until it has been read once. An ISO 8601 time. */
  read_at: string | null
  /** An ISO 8601 time. */
  created_at: string
}

/**
 * The type of an event.
 *
 * - `lead.captured`: A visitor left an email address in the chat.
 * - `handoff.requested`: A person was requested, and the visitor began to wait for one.
 * - `meeting.booked`: A meeting was booked from the chat.
 * - `meeting.rescheduled`: A meeting that was booked from the chat was moved.
 * - `meeting.canceled`: A meeting that was booked from the chat was canceled.
 * - `conversation.started`: A visitor sent the first message of a conversation. This event is frequent.
 * - `conversation.completed`: A conversation was graded, usually after nobody had written for a while.
 * - `experiment.started`: An opening test began to show its variants.
 * - `experiment.winner_found`: An opening test found a winner.
 * - `knowledge.source_failed`: A knowledge page could not be read.
 * - `webhook.test`: The test operation of an endpoint was called.
 * - `contact.deleted`: A contact was deleted, or its person was erased.
 * - `message.created`: A visitor wrote to the person who has joined. `*` does not include this event.
 * - `handoff.unanswered`: No person of the team answered in time, and the agent answers again.
 * - `conversation.deleted`: A conversation was deleted, by a request or because of its age. `*` does not include this event.
 */
export type EventType =
  | 'lead.captured'
  | 'handoff.requested'
  | 'meeting.booked'
  | 'meeting.rescheduled'
  | 'meeting.canceled'
  | 'conversation.started'
  | 'conversation.completed'
  | 'experiment.started'
  | 'experiment.winner_found'
  | 'knowledge.source_failed'
  | 'webhook.test'
  | 'contact.deleted'
  | 'message.created'
  | 'handoff.unanswered'
  | 'conversation.deleted'
