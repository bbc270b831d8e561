// biome-ignore-all format: generated from the contract by `npm run generate`: change the models.
import type { Contact } from './contacts.ts'
import type { Conversation, Message } from './conversations.ts'
import type { Experiment } from './experiments.ts'
import type { KnowledgeSource } from './knowledge-sources.ts'
import type { Meeting } from './meetings.ts'

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
