import * as z from 'zod'
import { deletionSchema } from '../deletion.ts'
import { type EventType, eventTypes } from '../event-types.ts'
import { ContactId, ConversationId, EventId, WebhookEndpointId } from '../ids.ts'
import { Timestamp } from '../timestamp.ts'
import { API_VERSION } from '../version.ts'
import { Contact } from './contacts.ts'
import { Conversation, Message } from './conversations.ts'
import { Experiment } from './experiments.ts'
import { KnowledgeSource } from './knowledge-sources.ts'
import { Meeting } from './meetings.ts'

const dataWith = <Schema extends z.ZodType>(object: Schema) =>
  z.object({
    object: object.nullable().meta({ description: 'Null if the object no longer exists.' }),
  })

const conversation = Conversation.nullable()
  .optional()
  .meta({ description: 'The conversation without its transcript.' })

/** Every event type: when it is sent, and what its `data` contains (docs/api.md#event-types). */
export const eventTable = {
  'lead.captured': {
    when: 'A visitor left an email address in the chat.',
    data: dataWith(Contact).extend({ conversation }),
  },
  'handoff.requested': {
    when: 'A person was requested, and the visitor began to wait for one.',
    data: dataWith(Conversation),
  },
  'meeting.booked': {
    when: 'A meeting was booked from the chat.',
    data: dataWith(Meeting),
  },
  'meeting.rescheduled': {
    when: 'A meeting that was booked from the chat was moved.',
    data: dataWith(Meeting),
  },
  'meeting.canceled': {
    when: 'A meeting that was booked from the chat was canceled.',
    data: dataWith(Meeting),
  },
  'conversation.started': {
    when: 'A visitor sent the first message of a conversation. This event is frequent.',
    data: dataWith(Conversation),
  },
  'conversation.completed': {
    when: 'A conversation was graded, usually after nobody had written for a while.',
    data: dataWith(Conversation),
  },
  'experiment.started': {
    when: 'An opening test began to show its variants.',
    data: dataWith(Experiment),
  },
  'experiment.winner_found': {
    when: 'An opening test found a winner.',
    data: dataWith(Experiment),
  },
  'knowledge.source_failed': {
    when: 'A knowledge page could not be read.',
    data: dataWith(KnowledgeSource).extend({ error: z.string() }),
  },
  'webhook.test': {
    when: 'The test operation of an endpoint was called.',
    data: dataWith(z.object({ endpoint: WebhookEndpointId, message: z.string() })),
  },
  'contact.deleted': {
    when: 'A contact was deleted, or its person was erased.',
    data: z.object({ object: deletionSchema(ContactId, 'contact') }),
    extension: true,
  },
  'message.created': {
    when: 'A visitor wrote to the person who has joined. `*` does not include this event.',
    data: dataWith(Message).extend({ conversation }),
    extension: true,
  },
  'handoff.unanswered': {
    when: 'No person of the team answered in time, and the agent answers again.',
    data: dataWith(Conversation),
    extension: true,
  },
  'conversation.deleted': {
    when: 'A conversation was deleted, by a request or because of its age. `*` does not include this event.',
    data: z.object({ object: deletionSchema(ConversationId, 'conversation') }),
    extension: true,
  },
} as const satisfies Record<EventType, { when: string; data: z.ZodObject; extension?: true }>

type DataOf<Type extends EventType> = z.infer<(typeof eventTable)[Type]['data']>

/** The `data` of an event whose person was erased, or whose conversation was deleted. */
export const ErasedData = z.object({ erased: z.literal(true) }).meta({ id: 'ErasedData' })
export type ErasedData = z.infer<typeof ErasedData>

/** The `data` of an event for an API key without contacts:read. */
export const ReferenceData = z
  .object({ object: z.object({ id: z.string(), object: z.string() }) })
  .meta({ id: 'ReferenceData', extension: true })
export type ReferenceData = z.infer<typeof ReferenceData>

const envelope = <Type extends EventType, Data extends z.ZodType>(type: Type, data: Data) =>
  z.object({
    id: EventId.meta({
      description: 'The id of the event, which is also the header `webhook-id`: dedupe by it.',
    }),
    object: z.literal('event'),
    type: z.literal(type),
    created_at: Timestamp.meta({ description: 'When the change happened.' }),
    api_version: z.string().meta({ description: 'The version that the payload follows.' }),
    data,
  })

interface EnvelopeOf<Type extends EventType | 'unknown', Data> {
  /** The id of the event, the same in every delivery. */
  id: z.infer<typeof EventId>
  object: 'event'
  /** The type of the event. */
  type: Type
  /** When the change happened. */
  created_at: string
  /** The version of the API that the event follows. */
  api_version: string
  /** The content of the event, such as the object that the event is about. */
  data: Data
}

/** The body of a webhook of one event type (docs/api.md#event). */
export type WebhookEventOf<Type extends EventType> = EnvelopeOf<Type, DataOf<Type> | ErasedData>

/** A sent event: a webhook, or an entry of the event log, where `data` depends on the API key. */
export type WebhookEvent = {
  [Type in EventType]: EnvelopeOf<Type, DataOf<Type> | ErasedData | ReferenceData>
}[EventType]

type AbsentMembers<Member extends string> = { [Name in Member]?: undefined }
type DataMember = { [Type in EventType]: keyof DataOf<Type> & string }[EventType]

/** An event of a type that this version does not know. */
type UnknownEvent = EnvelopeOf<'unknown', unknown> & {
  raw: { type: string; [member: string]: unknown }
}

/**
 * An event from a webhook or the event log, in the form that {@link readEvent} gives it. `data.object`
 * is undefined if the data of the event was erased, or if the API key may not see the object.
 */
export type ReceivedEvent =
  | {
      [Type in EventType]: EnvelopeOf<
        Type,
        | (DataOf<Type> & AbsentMembers<'erased' | 'reference'>)
        | (ErasedData & AbsentMembers<DataMember | 'reference'>)
        | ({ reference: ReferenceData['object'] } & AbsentMembers<DataMember | 'erased'>)
      >
    }[EventType]
  | UnknownEvent

// Code that is generated from OpenAPI needs a name: `lead.captured` becomes `LeadCapturedEvent`.
const schemaName = (type: EventType): string =>
  [...type.split(/[._]/), 'event'].map((word) => word[0]?.toUpperCase() + word.slice(1)).join('')

/** The schema of a webhook's body, for each event type. */
export const webhookEventSchemas = Object.fromEntries(
  eventTypes.map((type) => [
    type,
    envelope(type, z.union([ErasedData, eventTable[type].data])).meta({ id: schemaName(type) }),
  ]),
) as unknown as { [Type in EventType]: z.ZodType<WebhookEventOf<Type>, WebhookEventOf<Type>> }

/** The schema of an event as it is sent. */
export const WebhookEvent = z
  .discriminatedUnion(
    'type',
    eventTypes.map((type) =>
      envelope(type, z.union([ErasedData, eventTable[type].data, ReferenceData])),
    ) as never,
  )
  .meta({ id: 'WebhookEvent' }) as unknown as z.ZodType<WebhookEvent, WebhookEvent>

/** Writes the envelope around an event's data. */
export function eventEnvelope(event: {
  id: z.infer<typeof EventId>
  type: EventType
  createdAt: string
  data: unknown
}): WebhookEvent {
  return {
    id: event.id,
    object: 'event',
    type: event.type,
    created_at: event.createdAt,
    api_version: API_VERSION,
    data: event.data,
  } as WebhookEvent
}
