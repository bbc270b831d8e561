import type { EventType } from '@doorkit/models'
import { collection, type Stored } from './collection.ts'

export interface EventData {
  readonly type: EventType
  /** The object it happened to. */
  readonly subject: { readonly kind: string; readonly id: string }
  /** What `data` holds beside the object: a conversation's id, or why a page failed. */
  readonly conversation: string | null
  readonly error: string | null
  /** The JSON text of the webhook's body; null until it is built. */
  readonly payload: string | null
  readonly erased: boolean
  /** The deliveries that wait for the payload. */
  readonly deliveries: readonly string[]
}

interface EventKeys {
  workspace: string
  created_at: number
  /** The id of the object it happened to. */
  subject: string
  /** When the payload is to be built; null once it is. */
  due_at: number | null
  lease: string | null
}

/** The outbox, and the event log. */
export const events = collection<EventKeys, EventData>({
  name: 'events',
  keys: {
    workspace: 'text',
    created_at: 'integer',
    subject: 'text',
    due_at: 'integer',
    lease: 'text',
  },
  indexes: [
    { name: 'events_created', on: ['workspace', 'created_at'] },
    { name: 'events_due', on: ['due_at'] },
    { name: 'events_subject', on: ['workspace', 'subject'] },
    { name: 'events_age', on: ['created_at'] },
  ],
})
export const eventPlan = events.plan

export type StoredEvent = Stored<EventKeys, EventData>
