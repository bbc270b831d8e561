/**
 * Every event type, in the order of docs/api.md#event-types. This file does not import zod, so that
 * programs can read events without it.
 */
export const eventTypes = [
  'lead.captured',
  'handoff.requested',
  'meeting.booked',
  'meeting.rescheduled',
  'meeting.canceled',
  'conversation.started',
  'conversation.completed',
  'experiment.started',
  'experiment.winner_found',
  'knowledge.source_failed',
  'webhook.test',
  'contact.deleted',
  'message.created',
  'handoff.unanswered',
  'conversation.deleted',
] as const

/** The type of an event. */
export type EventType = (typeof eventTypes)[number]

/** Whether a string is an event type of this version. */
export function isEventType(value: string): value is EventType {
  return (eventTypes as readonly string[]).includes(value)
}

/** The event types that an endpoint receives only if it names them: `*` does not include them. */
export const eventsByName: readonly EventType[] = ['message.created', 'conversation.deleted']
