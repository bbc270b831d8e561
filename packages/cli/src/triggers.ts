import type { Client } from '@doorkit/client'
import type { EventType } from '@doorkit/models'
import type { Recorder } from '@doorkit/server'
import { CliError } from './cli-error.ts'

/** How to trigger an event: through the API, or as a report of the site, the calendar or the grader. */
export interface Trigger {
  /** What happens, in words for people. */
  readonly how: string
  /**
   * Triggers the event through the API of any server. Returns the id of the event's object (for
   * `webhook.test`, the ids of the endpoints), or undefined if the next event of this type is the
   * triggered one.
   */
  readonly call?: ((client: Client) => Promise<string | undefined>) | undefined
  /** Triggers the event by a report to a store. With a store, this function replaces `call`. */
  readonly record?:
    | ((recorder: Recorder, client: Client) => Promise<string | undefined>)
    | undefined
  /** Whether GET /events leaves the event out. */
  readonly isUnlogged?: boolean | undefined
}

/** How to trigger each event. */
export const triggers: Readonly<Record<EventType, Trigger>> = {
  'lead.captured': {
    how: 'A chat in which the visitor gives a name and an email address.',
    call: (client) => chat(client, `I'm Ada Lovelace, ${newAddress()}`).then(() => undefined),
  },
  'handoff.requested': {
    how: 'A chat in which the visitor asks for a person.',
    call: (client) => chat(client, 'I would like to talk to a person.'),
  },
  'meeting.booked': {
    how: 'A booking in a new conversation.',
    record: book,
  },
  'meeting.rescheduled': {
    how: 'A booking that moves to the next day.',
    record: async (recorder) => {
      const meeting = await book(recorder)
      await recorder.meetings.move(meeting, timesIn(2))
      return meeting
    },
  },
  'meeting.canceled': {
    how: 'A booking that is canceled.',
    record: async (recorder) => {
      const meeting = await book(recorder)
      await recorder.meetings.cancel(meeting)
      return meeting
    },
  },
  'conversation.started': {
    how: 'A chat with one message.',
    call: (client) => chat(client, 'Hello. What do you offer?'),
  },
  'conversation.completed': {
    how: 'A conversation that the grader grades.',
    record: async (recorder) => {
      const conversation = await talk(recorder)
      await recorder.conversations.grade(conversation, evaluation)
      return conversation
    },
  },
  'experiment.started': {
    how: 'The start of a new opening test.',
    call: async (client) => (await startExperiment(client)).id,
  },
  'experiment.winner_found': {
    how: 'An opening test in which one variant wins.',
    record: async ({ experiments }, client) => {
      const { id: experiment, variants } = await startExperiment(client)
      for (const { id: variant, control } of variants) {
        for (let view = 0; view < 200; view += 1) await experiments.view({ experiment, variant })
        const chats = control ? 10 : 50
        for (let at = 0; at < chats; at += 1) await experiments.convert({ experiment, variant })
      }
      return experiment
    },
  },
  'knowledge.source_failed': {
    how: 'A knowledge page of a website that does not exist. With --store, its failure is reported; on a server, the worker crawls the page.',
    call: async (client) => (await addPage(client)).id,
    record: async ({ knowledge }, client) => {
      const { id } = await addPage(client)
      await knowledge.pageFailed(id, { error: 'The host was not found.' })
      return id
    },
  },
  'contact.deleted': {
    how: 'A new contact, which is then deleted.',
    async call(client) {
      const { id } = await client.contacts.upsert({ email: newAddress() })
      await client.contacts.delete(id)
      return id
    },
  },
  'conversation.deleted': {
    how: 'A new conversation, which is then deleted. Endpoints with `*` do not receive this event.',
    async call(client) {
      const { conversation } = await client.chatSessions.create()
      await client.conversations.delete(conversation)
      return conversation
    },
  },
  'message.created': {
    how: 'A chat that a person joins before the visitor writes. Endpoints with `*` do not receive this event.',
    async call(client) {
      const { id, conversation } = await client.chatSessions.create()
      await client.conversations.join(conversation, { person: { id: 'trigger', name: 'Grace' } })
      await client.chatSessions.send(id, { text: 'Hello. What do you offer?' })
      return undefined
    },
  },
  'handoff.unanswered': {
    how: 'A conversation in which nobody answers a visitor who asked for a person.',
    async record({ conversations }) {
      const conversation = await conversations.start({})
      await conversations.requestHandoff(conversation, { reason: 'Asked for a person.' })
      await conversations.giveBack(conversation)
      return conversation
    },
  },
  'webhook.test': {
    how: 'A test of every enabled webhook endpoint. GET /events does not list it.',
    isUnlogged: true,
    async call(client) {
      const all = await client.webhookEndpoints.list()
      const enabled = all.data.filter(({ status }) => status === 'enabled')
      if (enabled.length === 0) {
        throw new CliError('refused', 'No endpoint is enabled: see doorkit webhooks create --help')
      }
      const ids = enabled.map(({ id }) => id)
      for (const id of ids) await client.webhookEndpoints.test(id)
      return ids.join(', ')
    },
  },
}

const evaluation = {
  intent: 'pricing',
  buying_stage: 'consideration',
  qualification_score: 70,
  meeting_intent: 6,
  understood: true,
  failure_category: null,
  abandonment_reason: null,
  recommended_improvement: null,
}

const dayMs = 86_400_000

const randomText = () => Math.random().toString(36).slice(2, 10)

const newAddress = () => `ada.${randomText()}@example.com`

/** The times of a half-hour meeting, this many days from now. */
function timesIn(days: number) {
  const start_at = Date.now() + days * dayMs
  return { start_at, end_at: start_at + dayMs / 48 }
}

async function chat(client: Client, text: string): Promise<string> {
  const { id, conversation } = await client.chatSessions.create()
  await client.chatSessions.send(id, { text })
  return conversation
}

async function talk({ conversations }: Recorder): Promise<string> {
  const conversation = await conversations.start({})
  await conversations.message(conversation, { role: 'user', text: 'What does it cost?' })
  return conversation
}

async function book(recorder: Recorder): Promise<string> {
  return recorder.meetings.book({
    conversation: await talk(recorder),
    provider: 'trigger',
    ...timesIn(1),
    invitee: { name: 'Ada Lovelace', email: newAddress() },
  })
}

async function startExperiment(client: Client) {
  const { id } = await client.experiments.create({
    name: 'Made by doorkit trigger',
    pages: [`/${randomText()}`],
    headline: 'Welcome',
  })
  await client.experiments.proposeVariant(id, { headline: 'What can we do for you?' })
  return client.experiments.start(id)
}

const addPage = (client: Client) =>
  client.knowledgeSources.create({ url: `https://${randomText()}.invalid/` })
