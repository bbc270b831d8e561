import type { EventType, Open, WebhookEventOf } from '@doorkit/models'
import { verificationError } from './verification-error.ts'

/** An event of a type that this version does not know yet: new types arrive without notice. */
export interface UnknownWebhookEvent {
  /** The same in every attempt and redelivery: `evt_…`. */
  id: string
  /** Always this: what a body is told by. */
  object: 'event'
  /** A type that is not in this version's list. */
  type: string & {}
  /** ISO 8601 in UTC. */
  created_at: string
  /** The version of the API that wrote `data`. */
  api_version: string
  /** Whatever the type carries. */
  data: unknown
}

/**
 * An event of a type known here, told apart by `type`. Enumerations within its `data` are open,
 * because values are added without a new version.
 */
export type KnownWebhookEvent = { [Type in EventType]: Open<WebhookEventOf<Type>> }[EventType]

/** What a verified delivery holds: an event of a known type, or another. */
export type ReceivedEvent = KnownWebhookEvent | UnknownWebhookEvent

/** What an event is about: the contact, conversation, meeting, experiment or page. */
export type EventObject<Event extends KnownWebhookEvent> = Event extends unknown
  ? NonNullable<Extract<Event['data'], { object: unknown }>['object']>
  : never

const knownTypes: Record<EventType, true> = {
  'lead.captured': true,
  'handoff.requested': true,
  'meeting.booked': true,
  'meeting.rescheduled': true,
  'meeting.canceled': true,
  'conversation.started': true,
  'conversation.completed': true,
  'experiment.started': true,
  'experiment.winner_found': true,
  'knowledge.source_failed': true,
  'webhook.test': true,
}

/** Whether an event is of a type known here, so that a `switch` on `type` narrows its `data`. */
export function isKnownEvent(event: ReceivedEvent): event is KnownWebhookEvent {
  return Object.hasOwn(knownTypes, event.type)
}

/**
 * The object an event is about, or null when it no longer exists or its person was erased, in
 * which case there is nothing left to act on.
 */
export function eventObject<Event extends KnownWebhookEvent>(
  event: Event,
): EventObject<Event> | null {
  return (event.data as { object?: EventObject<Event> | null }).object ?? null
}

/** Reads the event in a verified body. */
export function parseEvent(body: string | Uint8Array): ReceivedEvent {
  const value = parseJson(typeof body === 'string' ? body : decode(body))
  if (!isEvent(value)) throw verificationError('payload_not_event')
  return value
}

function decode(body: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)
  } catch {
    throw verificationError('payload_not_utf8')
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The SyntaxError is no cause here: its message quotes the payload.
    throw verificationError('payload_not_json')
  }
}

function isEvent(value: unknown): value is ReceivedEvent {
  if (typeof value !== 'object' || value === null) return false
  const { id, type, created_at, data } = value as Record<string, unknown>
  return (
    typeof id === 'string' &&
    typeof type === 'string' &&
    typeof created_at === 'string' &&
    (!Object.hasOwn(knownTypes, type) || (typeof data === 'object' && data !== null))
  )
}
