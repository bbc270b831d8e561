import type { WebhookEvent } from '@doorkit/models'
import { contacts, toContact } from '../collections/contact.ts'
import { conversations, toConversation } from '../collections/conversation.ts'
import { type StoredEvent, toWebhookEvent } from '../collections/event.ts'
import { experiments } from '../collections/experiment.ts'
import { sources, toSource } from '../collections/knowledge-source.ts'
import { meetings, toMeeting } from '../collections/meeting.ts'
import { readTranscript } from '../collections/message.ts'
import { readExperiment } from '../experiments/results/show.ts'
import type { Store } from '../store/index.ts'
import type { SubjectKind } from './emit.ts'

/** Reads the object of an event as the webhook shows it: names and emails included. */
type ReadSubject = (
  store: Store,
  workspace: string,
  id: string,
  type: StoredEvent['data']['type'],
) => Promise<unknown>

const readSubject: Readonly<Partial<Record<SubjectKind, ReadSubject>>> = {
  contact: async (store, workspace, id) => {
    const row = await contacts.get(store, workspace, id)
    return row && toContact(row)
  },
  conversation: async (store, workspace, id, type) => {
    const row = await conversations.get(store, workspace, id)
    if (!row) return null
    const messages =
      type === 'conversation.started' ? undefined : await readTranscript(store, workspace, id)
    return toConversation(row, { names: true, messages })
  },
  experiment: async (store, workspace, id) => {
    const row = await experiments.get(store, workspace, id)
    return row && readExperiment(store, row)
  },
  knowledge_source: async (store, workspace, id) => {
    const row = await sources.get(store, workspace, id)
    return row && toSource(row)
  },
  meeting: async (store, workspace, id) => {
    const row = await meetings.get(store, workspace, id)
    return row && toMeeting(row, { names: true })
  },
}

/** Builds the body of an event's webhook from what is stored now. */
export async function buildPayload(store: Store, event: StoredEvent): Promise<WebhookEvent> {
  return toWebhookEvent(event, await buildData(store, event))
}

/** An event as a key without contacts:read sees it: what happened, and to which object. */
export function referenceOnly(event: WebhookEvent, { data }: StoredEvent): WebhookEvent {
  if (data.erased) return event
  const { kind, id } = data.subject
  return { ...event, data: { object: { id, object: kind } } } as WebhookEvent
}

async function buildData(store: Store, event: StoredEvent): Promise<unknown> {
  const { subject, conversation, error, type } = event.data
  const { workspace } = event.keys
  const read = readSubject[subject.kind as SubjectKind]
  const object = read ? await read(store, workspace, subject.id, type) : null
  if (error !== null) return { object, error }
  if (conversation === null) return { object }
  const row = await conversations.get(store, workspace, conversation)
  return { object, conversation: row && toConversation(row, { names: true }) }
}
