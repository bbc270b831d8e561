import { expect, test } from 'vitest'
import { ok } from './support/api.ts'
import { createHooks } from './support/hooks.ts'
import { listAll } from './support/list-all.ts'
import { anId, aTimestamp } from './support/patterns.ts'
import { expectInvalid, expectNotFound } from './support/problem.ts'
import { startReceiver } from './support/receiver.ts'
import { startServer } from './support/server.ts'
import { until } from './support/until.ts'
import type { ChatReply, ChatSession, Deletion, EventEnvelope, List } from './support/wire.ts'
import type { KnowledgeSource } from './support/wire-site.ts'

const server = await startServer('--demo', '--allow-private-webhooks', '--payload-delay-ms', '0')
const receiver = await startReceiver()
const { api } = server
const hooks = createHooks(api)

const add = (body: object) => ok(api.post<KnowledgeSource>('/knowledge/sources', body), 201)
const read = (id: string) => ok(api.get<KnowledgeSource>(`/knowledge/sources/${id}`))
const listPages = () => listAll<KnowledgeSource>(api, '/knowledge/sources')

/** Returns the URL of a page whose host does not resolve. */
const unreadableUrl = (name: string) => `https://${name}.invalid/page`

const untilFailed = (id: string) =>
  until('the page to have failed', async () => {
    const source = await read(id)
    return source.status === 'failed' ? source : null
  })

/** Finds a page of the demo from which the agent answers. */
async function findReadyPage(): Promise<KnowledgeSource> {
  const found = (await listPages()).find(({ status }) => status === 'ready')
  if (!found) throw new Error('The demo has no page that was read.')
  return found
}

// docs/api.md#knowledge-page
test('a page that was read has every documented field', async () => {
  expect(await findReadyPage()).toMatchObject({
    id: anId('src_'),
    object: 'knowledge_source',
    url: expect.stringMatching(/^https?:\/\//),
    title: expect.any(String),
    status: 'ready',
    error: null,
    characters: expect.any(Number),
    chunks: expect.any(Number),
    read_at: aTimestamp,
    created_at: aTimestamp,
  })
  expect(await findReadyPage()).toHaveProperty('section')
})

// docs/api.md#knowledge-page-states
test('a new page is pending', async () => {
  const body = { url: unreadableUrl('new'), section: 'Help' }
  const source = await add(body)
  expect(source).toMatchObject({
    ...body,
    id: anId('src_'),
    object: 'knowledge_source',
    status: 'pending',
    title: null,
    error: null,
    characters: 0,
    chunks: 0,
    read_at: null,
    created_at: aTimestamp,
  })
  expect((await add({ url: unreadableUrl('bare') })).section).toBeNull()
})

test('an unreadable page fails, with a reason and an event', async () => {
  const target = receiver.openTarget()
  await hooks.subscribe(target, 'knowledge.source_failed')
  const { id } = await add({ url: unreadableUrl('failing') })
  const failed = await untilFailed(id)
  expect(failed.error).toMatch(/\S/)
  const mine = await until('the event of the page', async () => {
    const { event } = await target.next('knowledge.source_failed')
    return event.data.object?.id === id ? event : null
  })
  expect(mine.data).toEqual({ object: failed, error: failed.error })
})

test('a refresh returns the page and reads it again', async () => {
  const { id } = await add({ url: unreadableUrl('again') })
  await untilFailed(id)
  const refreshed = await ok(api.post<KnowledgeSource>(`/knowledge/sources/${id}/refresh`))
  expect(refreshed).toMatchObject({ id, object: 'knowledge_source' })
  await untilFailed(id)
  const events = await until('a second event', async () => {
    const { data } = await ok(api.get<List<EventEnvelope>>('/events?limit=100'))
    const about = data.filter((event) => event.data.object?.id === id)
    return about.length === 2 ? about : null
  })
  expect(events.map(({ type }) => type)).toEqual(Array(2).fill('knowledge.source_failed'))
  expectNotFound(await api.post('/knowledge/sources/src_unknown/refresh'))
})

test('a page that fails after a successful reading keeps its content, and the agent answers from it', async () => {
  const ready = await findReadyPage()
  const ask = async () => {
    const session = await ok(api.post<ChatSession>('/chat/sessions', {}), 201)
    const path = `/chat/sessions/${session.id}/messages`
    return (await ok(api.post<ChatReply>(path, { text: 'How do hours go to payroll?' }))).message
      .text
  }
  const before = await ask()
  await ok(api.post(`/knowledge/sources/${ready.id}/refresh`))
  const failed = await untilFailed(ready.id)
  expect(failed.error).toMatch(/\S/)
  const { title, characters, chunks, read_at } = failed
  expect({ title, characters, chunks, read_at }).toEqual({
    title: ready.title,
    characters: ready.characters,
    chunks: ready.chunks,
    read_at: ready.read_at,
  })
  expect(before).toContain('go to payroll per location')
  expect(await ask()).toBe(before)
})

// docs/api.md#order
test('knowledge pages are listed newest first, and can be read by their ids', async () => {
  for (const name of ['a', 'b', 'c'])
    await untilFailed((await add({ url: unreadableUrl(name) })).id)
  const listed = await listPages()
  const inMany = await listAll<KnowledgeSource>(api, '/knowledge/sources?limit=2')
  expect(inMany).toEqual(listed)
  const times = listed.map(({ created_at }) => created_at)
  expect(times).toEqual([...times].sort().reverse())
  for (const source of listed) expect(await read(source.id)).toEqual(source)
  expectNotFound(await server.testApi.get(`/knowledge/sources/${listed[0]?.id}`))
})

// docs/api.md#knowledge-page
test('a deleted page is neither found nor listed', async () => {
  const { id } = await add({ url: unreadableUrl('gone') })
  const deleted = await ok(api.delete<Deletion>(`/knowledge/sources/${id}`))
  expect(deleted).toEqual({ id, object: 'knowledge_source', deleted: true })
  expectNotFound(await api.get(`/knowledge/sources/${id}`))
  expectNotFound(await api.delete(`/knowledge/sources/${id}`))
  expect((await listPages()).map((source) => source.id)).not.toContain(id)
})

test('a page with a missing or invalid URL, or with an unknown field, is refused', async () => {
  expectInvalid(await api.post('/knowledge/sources', {}), 'url')
  expectInvalid(await api.post('/knowledge/sources', { url: 'nowhere' }), 'url')
  const body = { url: 'https://docs.example.com/', title: 'Mine' }
  expectInvalid(await api.post('/knowledge/sources', body), 'title')
  expectInvalid(await api.post('/knowledge/sources', { url: 7 }), 'url')
})
