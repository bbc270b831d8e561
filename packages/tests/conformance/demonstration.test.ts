import { expect, test } from 'vitest'
import { ok } from './support/api.ts'
import { listAll } from './support/list-all.ts'
import { startServer } from './support/server.ts'
import type { Contact, Conversation, EventEnvelope, List, Meeting } from './support/wire.ts'
import type { Analytics } from './support/wire-reports.ts'
import type {
  ChatButton,
  Experiment,
  KnowledgeDocument,
  KnowledgeSource,
  LinkGreeting,
  PersonalLink,
} from './support/wire-site.ts'

const server = await startServer('--demo')
const { api } = server

const statusesOf = (items: readonly { readonly status: string }[]) =>
  [...new Set(items.map(({ status }) => status))].sort()

// packages/cli/README.md#serving
test('the demo has at least 120 conversations, of every kind', async () => {
  const all = await listAll<Conversation>(api, '/conversations?limit=100&include_test=true')
  expect(all.length).toBeGreaterThanOrEqual(120)
  for (const name of ['lead', 'handoff', 'booking', 'evaluation'] as const) {
    expect(all.filter((one) => one[name] !== null).length, name).toBeGreaterThan(4)
  }
  expect(all.filter(({ test }) => test).length).toBeGreaterThan(1)
})

test('the demo has at least 60 contacts', async () => {
  const contacts = await listAll<Contact>(api, '/contacts?limit=100')
  expect(contacts.length).toBeGreaterThanOrEqual(60)
  expect(new Set(contacts.map(({ email }) => email)).size).toBe(contacts.length)
})

test('the demo has at least 20 meetings, of every kind', async () => {
  const all = await listAll<Meeting>(api, '/meetings?limit=100&include_test=true')
  expect(all.length).toBeGreaterThanOrEqual(20)
  expect(statusesOf(all)).toEqual(['booked', 'canceled'])
  expect(new Set(all.map(({ verified }) => verified)).size).toBe(2)
  expect(all.filter(({ test }) => test).length).toBeGreaterThan(1)
})

test('the demo has visits on each of 90 days', async () => {
  const { by_day } = await ok(api.get<Analytics>('/analytics?range=90d'))
  expect(by_day).toHaveLength(90)
  // Today may have no visits yet.
  for (const { day, visitors } of by_day.slice(0, -1)) expect(visitors, day).toBeGreaterThan(0)
})

test('the demo has a page that was read, a page that failed, and three documents', async () => {
  const sources = await listAll<KnowledgeSource>(api, '/knowledge/sources')
  expect(sources).toHaveLength(2)
  expect(statusesOf(sources)).toEqual(['failed', 'ready'])
  expect(await listAll<KnowledgeDocument>(api, '/knowledge/documents')).toHaveLength(3)
})

test('the demo has a running opening test, one with a winner, and one that was stopped', async () => {
  const experiments = await listAll<Experiment>(api, '/experiments')
  expect(statusesOf(experiments)).toEqual(['running', 'stopped', 'winner_found'])
  const found = experiments.find(({ status }) => status === 'winner_found')
  expect(found?.variants.map(({ id }) => id)).toContain(found?.winner)
})

test('the demo has three buttons, two greetings and thirty links', async () => {
  expect((await ok(api.get<List<ChatButton>>('/chat_buttons'))).data).toHaveLength(3)
  expect(await listAll<LinkGreeting>(api, '/link_greetings')).toHaveLength(2)
  expect(await listAll<PersonalLink>(api, '/personal_links')).toHaveLength(30)
})

test('the demo fills only the live workspace', async () => {
  const { testApi } = server
  for (const path of ['/conversations', '/contacts', '/meetings', '/events', '/experiments']) {
    expect((await ok(testApi.get<List<unknown>>(path))).data, path).toEqual([])
  }
})

test('the meetings and conversations of the demo refer to existing conversations, contacts and links', async () => {
  const conversations = await listAll<Conversation>(
    api,
    '/conversations?limit=100&include_test=true',
  )
  const meetings = await listAll<Meeting>(api, '/meetings?limit=100&include_test=true')
  const contacts = await listAll<Contact>(api, '/contacts?limit=100')
  const known = new Set(contacts.map(({ id }) => id))
  for (const meeting of meetings) {
    const conversation = conversations.find(({ id }) => id === meeting.conversation)
    expect(conversation?.outcome).toBe('meeting')
    expect(conversation?.test).toBe(meeting.test)
    if (meeting.contact) expect(known).toContain(meeting.contact)
  }
  const links = new Set((await listAll<PersonalLink>(api, '/personal_links')).map(({ id }) => id))
  const linked = conversations.flatMap(({ link }) => (link ? [link] : []))
  for (const link of linked) expect(links).toContain(link)
})

test('the events of the demo are from the last 30 days', async () => {
  const events = await listAll<EventEnvelope>(api, '/events?limit=100')
  const oldest = new Date(Date.now() - 30 * 86_400_000).toISOString()
  expect(events.length).toBeGreaterThan(20)
  for (const { created_at } of events) expect(created_at >= oldest).toBe(true)
})
