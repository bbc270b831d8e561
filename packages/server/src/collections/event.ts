import {
  type EventType,
  eventEnvelope,
  type Id,
  limits,
  toTimestamp,
  type WebhookEvent,
} from '@doorkit/models'
import { collection } from './collection.ts'
import { forSeconds, orNull, plain, type StoredRow } from './declare-collection.ts'

/** A delivery that waits for its payload. */
export interface WaitingDelivery {
  readonly id: string
  readonly endpoint: string
}

export interface EventData {
  readonly type: EventType
  /** The object of the event. */
  readonly subject: { readonly kind: string; readonly id: string }
  /** The id of the conversation that the webhook contains in addition to the object; null for none. */
  readonly conversation: string | null
  /** The reason that a page could not be read. The webhook contains it in addition to the object. */
  readonly error: string | null
  /** The JSON text of the webhook's body; null until it is built. */
  readonly payload: string | null
  readonly erased: boolean
  readonly deliveries: readonly WaitingDelivery[]
}

const eventColumns = {
  workspace: 'text',
  created_at: 'integer',
  /** The id of the event's conversation or, without one, of the event's object. */
  about: 'text',
  /** When the payload is due to be built; null once it is built. */
  due_at: orNull('integer'),
  lease: orNull('text'),
} as const

/** The event log. Its events that still have to be sent are the outbox. */
export const events = collection<typeof eventColumns, EventData>({
  name: 'events',
  columns: eventColumns,
  indexes: [
    { name: 'events_created', on: ['workspace', 'created_at'] },
    { name: 'events_due', on: ['due_at'] },
    { name: 'events_about', on: ['workspace', 'about'] },
    { name: 'events_age', on: ['created_at'] },
  ],
  retention: forSeconds('created_at', limits.eventLogSeconds),
  fields: {
    ...plain('type', 'subject', 'conversation', 'deliveries'),
    about: { of: ['contacts', 'conversations', 'meetings'] },
    error: { erased: null },
    payload: {
      erased: (payload, row) => (isDeletion(row) ? payload : JSON.stringify(erasedPayload(row))),
    },
    erased: { erased: (_erased, row) => !isDeletion(row) },
  },
  ids: 'event',
  exported: 'no, but the object of the event is',
})

export type StoredEvent = StoredRow<typeof eventColumns, EventData>

/** Whether an event reports a deletion. Such an event has no personal data: an erasure does not change it. */
export function isDeletion({ data: { type } }: Pick<StoredEvent, 'data'>): boolean {
  return type === 'contact.deleted' || type === 'conversation.deleted'
}

/** When the payload of an event will be built; null once it is built. */
export function payloadDueAt(
  { columns: { due_at, lease } }: StoredEvent,
  now: number,
): number | null {
  // While a worker builds the payload, `due_at` is the end of the lease.
  return due_at !== null && lease !== null ? now : due_at
}

export function toWebhookEvent(
  { id, columns, data: { type } }: Pick<StoredEvent, 'id' | 'columns' | 'data'>,
  data: unknown,
): WebhookEvent {
  return eventEnvelope({
    id: id as Id<'event'>,
    type,
    createdAt: toTimestamp(columns.created_at),
    data,
  })
}

/** The body of the webhook for an event after the erasure of its person (docs/api.md#erasure). */
export function erasedPayload(event: StoredEvent): WebhookEvent {
  return toWebhookEvent(event, { erased: true })
}
