import type { WebhookEvent } from '@doorkit/models'
import type { Ref, Store } from '@doorkit/store'
import type { Collection } from '../collections/collection.ts'
import { contacts, toContact } from '../collections/contact.ts'
import { conversations, toConversation } from '../collections/conversation.ts'
import type { TypedRow } from '../collections/declare-collection.ts'
import { isDeletion, type StoredEvent, toWebhookEvent } from '../collections/event.ts'
import { experiments } from '../collections/experiment.ts'
import { sources, toSource } from '../collections/knowledge-source.ts'
import { meetings, toMeeting } from '../collections/meeting.ts'
import { messages, readTranscript, toMessage } from '../collections/message.ts'
import { readExperiment } from '../experiments/results/show-experiment.ts'
import type { SubjectKind } from './emit-events.ts'

/** Describes how a webhook shows one kind of object, with names and email addresses. */
function subject<Columns, Data>(
  collection: Collection<Columns, Data>,
  show: (row: TypedRow<Columns, Data>, store: Store, event: StoredEvent) => unknown,
) {
  return {
    /** The name of the object's collection. */
    in: collection.plan.name,
    async read(store: Store, id: string, event: StoredEvent): Promise<unknown> {
      const row = await collection.get(store, event.columns.workspace, id)
      return row && show(row, store, event)
    },
  }
}

const subjects: { readonly [Kind in SubjectKind]?: ReturnType<typeof subject> } = {
  contact: subject(contacts, (row) => toContact(row)),
  conversation: subject(conversations, async (row, store, { data }) => {
    const messages =
      data.type === 'conversation.started'
        ? undefined
        : await readTranscript(store, row.columns.workspace, row.id)
    return toConversation(row, { showsNames: true, messages })
  }),
  experiment: subject(experiments, (row, store) => readExperiment(store, row)),
  knowledge_source: subject(sources, (row) => toSource(row)),
  message: subject(messages, (row) => toMessage(row)),
  meeting: subject(meetings, (row) => toMeeting(row, { showsNames: true })),
}

/** Builds the body of an event's webhook from the current state of the store. */
export async function buildPayload(store: Store, event: StoredEvent): Promise<WebhookEvent> {
  return toWebhookEvent(event, await buildData(store, event))
}

/**
 * Builds the bodies of the webhooks of many events, as texts by event id, and reads the rows of their
 * objects in one call. If a body cannot be built, its entry is the error.
 */
export async function buildPayloads(
  store: Store,
  events: readonly StoredEvent[],
): Promise<ReadonlyMap<string, unknown>> {
  const refs = events.flatMap((event): Ref[] => {
    if (isDeletion(event)) return []
    const { columns, data } = event
    const partition = columns.workspace
    const subject = subjects[data.subject.kind as SubjectKind]
    return [
      ...(subject ? [{ in: subject.in, partition, id: data.subject.id }] : []),
      ...(data.conversation === null ? [] : [conversations.ref(partition, data.conversation)]),
    ]
  })
  const withRows = await prefetchRows(store, refs)
  const entries = events.map(async (event) => {
    const payload = await buildPayload(withRows, event).then(JSON.stringify, (error) => error)
    return [event.id, payload] as const
  })
  return new Map(await Promise.all(entries))
}

/** Reads rows in one call, and returns a store that already has them. */
async function prefetchRows(store: Store, refs: readonly Ref[]): Promise<Store> {
  const keyOf = (ref: Ref) => `${ref.in}/${ref.partition}/${ref.id}`
  const wanted = [...new Map(refs.map((ref) => [keyOf(ref), ref])).values()]
  const rows = wanted.length === 0 ? [] : await store.get(wanted)
  const known = new Map(wanted.map((ref, at) => [keyOf(ref), rows[at] ?? null]))
  return {
    ...store,
    get: async (later) => {
      const found = later.map((ref) => known.get(keyOf(ref)))
      return found.every((row) => row !== undefined) ? found : store.get(later)
    },
  }
}

/** An event for API keys without contacts:read, with only the kind and the id of its object as data. */
export function referenceOnly(event: WebhookEvent, { data }: StoredEvent): WebhookEvent {
  if (data.erased) return event
  const { kind, id } = data.subject
  return { ...event, data: { object: { id, object: kind } } } as WebhookEvent
}

async function buildData(store: Store, event: StoredEvent): Promise<unknown> {
  const { subject, conversation, error } = event.data
  if (isDeletion(event)) return { object: { id: subject.id, object: subject.kind, deleted: true } }
  const description = subjects[subject.kind as SubjectKind]
  const object = description ? await description.read(store, subject.id, event) : null
  if (error !== null) return { object, error }
  if (conversation === null) return { object }
  const row = await conversations.get(store, event.columns.workspace, conversation)
  return { object, conversation: row && toConversation(row, { showsNames: true }) }
}
