// biome-ignore-all format: generated from the contract by `npm run generate`: change the models.
import type { Contact } from './contacts.ts'
import type { Conversation, Message } from './conversations.ts'
import type { Experiment } from './experiments.ts'
import type { KnowledgeSource } from './knowledge-sources.ts'
import type { Meeting } from './meetings.ts'

/**
 * The `data` of an event whose person was erased: `object` is undefined, and a handler has nothing
 * to do.
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
 * An event, as a webhook delivers it and as the event log lists it. Compare `type` to narrow
 * `data`; a `switch` needs a branch for `unknown`.
 */
export type WebhookEvent =
  | EventEnvelope<'lead.captured', {
      /** Null if the object no longer exists. */
      object: Contact | null
      /** The conversation without its transcript. */
      conversation?: Conversation | null | undefined
    }>
  | EventEnvelope<'handoff.requested', {
      /** Null if the object no longer exists. */
      object: Conversation | null
    }>
  | EventEnvelope<'meeting.booked', {
      /** Null if the object no longer exists. */
      object: Meeting | null
    }>
  | EventEnvelope<'meeting.rescheduled', {
      /** Null if the object no longer exists. */
      object: Meeting | null
    }>
  | EventEnvelope<'meeting.canceled', {
      /** Null if the object no longer exists. */
      object: Meeting | null
    }>
  | EventEnvelope<'conversation.started', {
      /** Null if the object no longer exists. */
      object: Conversation | null
    }>
  | EventEnvelope<'conversation.completed', {
      /** Null if the object no longer exists. */
      object: Conversation | null
    }>
  | EventEnvelope<'experiment.started', {
      /** Null if the object no longer exists. */
      object: Experiment | null
    }>
  | EventEnvelope<'experiment.winner_found', {
      /** Null if the object no longer exists. */
      object: Experiment | null
    }>
  | EventEnvelope<'knowledge.source_failed', {
      /** Null if the object no longer exists. */
      object: KnowledgeSource | null
      error: string
    }>
  | EventEnvelope<'webhook.test', {
      /** Null if the object no longer exists. */
      object: {
        endpoint: `we_${string}`
        message: string
      } | null
    }>
  | EventEnvelope<'contact.deleted', {
      object: {
        id: `ct_${string}`
        object: 'contact'
        deleted: true
      }
    }>
  | EventEnvelope<'message.created', {
      /** Null if the object no longer exists. */
      object: Message | null
      /** The conversation without its transcript. */
      conversation?: Conversation | null | undefined
    }>
  | EventEnvelope<'handoff.unanswered', {
      /** Null if the object no longer exists. */
      object: Conversation | null
    }>
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
