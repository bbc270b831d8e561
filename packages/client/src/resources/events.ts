// biome-ignore-all format: written by test/surface.test.ts from the contract; `vitest -u` writes it anew.
import type { Call } from '../call.ts'
import type { CallOptions, ListOptions, WriteOptions } from '../call-options.ts'
import type { ListCall } from '../list-call.ts'
import type { Contact } from './contacts.ts'
import type { Conversation } from './conversations.ts'
import type { Experiment } from './experiments.ts'
import type { KnowledgeSource } from './knowledge-sources.ts'
import type { Meeting } from './meetings.ts'
import type { PageQuery } from './page-query.ts'

/** The `data` of an event whose person was erased. */
export interface ErasedData {
  erased: true
}

/** The `data` of an event as a key without contacts:read sees it. */
export interface ReferenceData {
  object: {
    id: string
    object: string
  }
}

/** What every event has, whatever its `type`. */
export interface LoggedEventOf<Type extends string, Data> {
  /** Also the `webhook-id` header: dedupe on it. */
  id: `evt_${string}`
  object: 'event'
  type: Type
  /** When it happened. A time in ISO 8601. */
  created_at: string
  /** The version that the payload follows. */
  api_version: string
  data: Data | ErasedData | ReferenceData
}

/** An event in the event log, where `data` depends on the scopes of the key. */
export type LoggedEvent =
  | LoggedEventOf<'lead.captured', {
      /** Null when the object no longer exists. */
      object: Contact | null
      /** Without transcript. */
      conversation?: Conversation | null | undefined
    }>
  | LoggedEventOf<'handoff.requested', {
      /** Null when the object no longer exists. */
      object: Conversation | null
    }>
  | LoggedEventOf<'meeting.booked', {
      /** Null when the object no longer exists. */
      object: Meeting | null
    }>
  | LoggedEventOf<'meeting.rescheduled', {
      /** Null when the object no longer exists. */
      object: Meeting | null
    }>
  | LoggedEventOf<'meeting.canceled', {
      /** Null when the object no longer exists. */
      object: Meeting | null
    }>
  | LoggedEventOf<'conversation.started', {
      /** Null when the object no longer exists. */
      object: Conversation | null
    }>
  | LoggedEventOf<'conversation.completed', {
      /** Null when the object no longer exists. */
      object: Conversation | null
    }>
  | LoggedEventOf<'experiment.started', {
      /** Null when the object no longer exists. */
      object: Experiment | null
    }>
  | LoggedEventOf<'experiment.winner_found', {
      /** Null when the object no longer exists. */
      object: Experiment | null
    }>
  | LoggedEventOf<'knowledge.source_failed', {
      /** Null when the object no longer exists. */
      object: KnowledgeSource | null
      error: string
    }>
  | LoggedEventOf<'webhook.test', {
      /** Null when the object no longer exists. */
      object: {
        endpoint: `we_${string}`
        message: string
      } | null
    }>

/** The answer of sending an event again: the deliveries that were queued. */
export interface EventRedelivery {
  object: 'event_redelivery'
  event: `evt_${string}`
  /** Endpoints it is on its way to. */
  deliveries: number
}

/** What `events.list` can be narrowed by. */
export interface EventsListQuery extends PageQuery {
  /** Only what was created at this time or later. A time in ISO 8601. */
  created_since?: string | undefined
}

/** Reading the event log, and sending its events again. */
export interface Events {
  /**
   * List the events of the last 30 days, newest first.
   *
   * Scope `events:read`; standard cost; retried.
   *
   * @throws ApiError a `GeneralErrorCode`
   * @example
   * ```ts
   * for await (const { id, type } of doorkit.events.list({ limit: 100 })) {
   *   console.log(id, type)
   * }
   * ```
   */
  list(query?: EventsListQuery, options?: ListOptions): ListCall<LoggedEvent>
  /**
   * Fetch one event of the last 30 days.
   *
   * Scope `events:read`; standard cost; retried.
   *
   * @throws ApiError `not_found` or a `GeneralErrorCode`
   * @example
   * ```ts
   * const event = await doorkit.events.get(eventId)
   * if (event.type === 'lead.captured' && !('erased' in event.data)) {
   *   console.log(event.data.object?.id)
   * }
   * ```
   */
  get(id: `evt_${string}`, options?: CallOptions): Call<LoggedEvent>
  /**
   * Send an event again to every enabled endpoint that subscribes to it.
   *
   * Scope `webhooks:write`; standard cost; retried under one idempotency key.
   *
   * @throws ApiError `not_found` or a `GeneralErrorCode`
   * @example
   * ```ts
   * const { deliveries } = await doorkit.events.redeliver(eventId)
   * console.log(`on its way to ${deliveries} endpoint(s)`)
   * ```
   */
  redeliver(id: `evt_${string}`, options?: WriteOptions): Call<EventRedelivery>
}
