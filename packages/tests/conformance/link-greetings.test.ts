import { expect, test } from 'vitest'
import { ok } from './support/api.ts'
import { listAll } from './support/list-all.ts'
import { openWorkspace } from './support/open-workspace.ts'
import { anId } from './support/patterns.ts'
import { expectConflict, expectInvalid, expectNotFound } from './support/problem.ts'
import { startServer } from './support/server.ts'
import type { Deletion } from './support/wire.ts'
import type { LinkGreeting, PersonalLink } from './support/wire-site.ts'

const server = await startServer()
const { api } = server

const create = (body: object) => ok(api.post<LinkGreeting>('/link_greetings', body))
const text = 'Hi {first|there}, how is {company|your team}?'

// docs/api.md#link-greeting
test('a greeting has every documented field', async () => {
  const buttons = [
    { label: 'Prices', message: 'What does it cost?' },
    { label: 'Demo', message: 'I want a demo' },
  ]
  const sent = { name: 'Trade fair', text, buttons, agent_note: 'They saw us at the fair.' }
  const greeting = await create(sent)
  expect(greeting).toEqual({
    ...sent,
    id: anId('gr_'),
    object: 'link_greeting',
    fields: ['first_name', 'company'],
    preview: {
      with_details: 'Hi Ada, how is Analytical Engines?',
      without_details: 'Hi there, how is your team?',
      buttons: ['Prices', 'Demo'],
    },
    links: 0,
    results: { days: 30, visits: 0, chats: 0, meetings: 0 },
  })
})

test('a greeting can have four details, each with a fallback', async () => {
  const four = '{first|friend} {last|of ours}, {title|boss} of {company|your team}'
  const { fields, preview } = await create({ name: 'Four', text: four })
  expect([...fields].sort()).toEqual(['company', 'first_name', 'last_name', 'title'])
  expect(preview.without_details).toBe('friend of ours, boss of your team')
  expect(preview.with_details).not.toMatch(/[{}|]|friend|of ours|boss|your team/)
})

test('a missing detail without a fallback is omitted with the space before it; at the start of a line, with the space after it', async () => {
  const cases = [
    ['Hello {first}, welcome', 'Hello, welcome'],
    ['Hello {first} {last}!', 'Hello!'],
    ['{first} welcome', 'welcome'],
    ['Greetings to {company|you} from us', 'Greetings to you from us'],
  ] as const
  for (const [written, without] of cases) {
    const { preview } = await create({ name: 'Dropped', text: written })
    expect(preview.without_details).toBe(without)
  }
  expect(cases).toHaveLength(4)
})

test('each field of a greeting is accepted within its limits and refused beyond them', async () => {
  const button = { label: 'l'.repeat(60), message: 'm'.repeat(500) }
  await create({
    name: 'n'.repeat(60),
    text: 't'.repeat(200),
    agent_note: 'a'.repeat(500),
    buttons: [button, button, button, button],
  })
  await create({ name: 'n', text: 't' })
  const good = { name: 'n', text: 't' }
  const bad = [
    ['name', { text: 't' }],
    ['name', { ...good, name: '' }],
    ['name', { ...good, name: 'n'.repeat(61) }],
    ['text', { name: 'n' }],
    ['text', { ...good, text: '' }],
    ['text', { ...good, text: 't'.repeat(201) }],
    ['text', { ...good, text: 'Hi {name}' }],
    ['text', { ...good, text: 'Hi {first' }],
    ['text', { ...good, text: 'Hi first}' }],
    ['text', { ...good, text: 'Hi {{first}}' }],
    ['agent_note', { ...good, agent_note: 'Met {first at Paris' }],
    ['fields', { ...good, fields: [] }],
    ['agent_note', { ...good, agent_note: 'a'.repeat(501) }],
    ['buttons', { ...good, buttons: Array(5).fill(button) }],
    ['buttons[0].label', { ...good, buttons: [{ label: '', message: 'B' }] }],
    ['buttons[0].label', { ...good, buttons: [{ ...button, label: 'l'.repeat(61) }] }],
    ['buttons[0].message', { ...good, buttons: [{ ...button, message: 'm'.repeat(501) }] }],
    ['buttons[1].label', { ...good, buttons: [button, { message: 'B' }] }],
    ['buttons[0].message', { ...good, buttons: [{ label: 'A' }] }],
    ['page', { ...good, page: '/pricing' }],
  ] as const
  const { id } = await create(good)
  for (const [param, body] of bad) {
    expectInvalid(await api.post('/link_greetings', body), param)
    if (!(param in body)) continue
    expectInvalid(await api.patch(`/link_greetings/${id}`, body), param)
  }
  expect(bad).toHaveLength(20)
})

test('a greeting can be read, changed and deleted', async () => {
  const greeting = await create({ name: 'Changing', text, agent_note: 'Old note' })
  const path = `/link_greetings/${greeting.id}`
  expect(await ok(api.get(path))).toEqual(greeting)
  const changed = await ok(api.patch<LinkGreeting>(path, { text: 'Hello {title|you}' }))
  expect(changed).toMatchObject({ name: 'Changing', text: 'Hello {title|you}', fields: ['title'] })
  expect(changed.preview.without_details).toBe('Hello you')
  expect(await ok(api.get(path))).toEqual(changed)
  const deleted = await ok(api.delete<Deletion>(path))
  expect(deleted).toEqual({ id: greeting.id, object: 'link_greeting', deleted: true })
  expectNotFound(await api.get(path))
  expectNotFound(await api.patch(path, { name: 'Gone' }))
})

test('null or an empty text removes the agent note', async () => {
  for (const empty of [null, '']) {
    const { id } = await create({ name: 'Note', text, agent_note: 'Known from the fair' })
    const change = (body: object) => ok(api.patch<LinkGreeting>(`/link_greetings/${id}`, body))
    expect((await change({ name: 'Summer' })).agent_note).toBe('Known from the fair')
    expect((await change({ agent_note: empty })).agent_note).toBeNull()
    expect((await create({ name: 'Empty', text, agent_note: empty })).agent_note).toBeNull()
  }
})

test('an agent note can have details of the person', async () => {
  const note = 'Works at {company|an unknown company} as {title|somebody}.'
  const greeting = await create({ name: 'Note fields', text: 'Hello', agent_note: note })
  expect(greeting.agent_note).toBe(note)
  expect([...greeting.fields].sort()).toEqual(['company', 'title'])
  const body = { text: 'Hello {last}', agent_note: null }
  const changed = await ok(api.patch<LinkGreeting>(`/link_greetings/${greeting.id}`, body))
  expect(changed.fields).toEqual(['last_name'])
})

test('a greeting can have an empty list of buttons', async () => {
  const withoutButtons = { buttons: [], preview: { buttons: [] } }
  expect(await create({ name: 'No buttons', text, buttons: [] })).toMatchObject(withoutButtons)
  const buttons = [{ label: 'Prices', message: 'What does it cost?' }]
  const { id } = await create({ name: 'One button', text, buttons })
  expect(await ok(api.patch(`/link_greetings/${id}`, { buttons: [] }))).toMatchObject(
    withoutButtons,
  )
})

test('a greeting counts its links, and cannot be deleted while it has any', async () => {
  const { id } = await create({ name: 'Used', text })
  const links: string[] = []
  for (const name of ['one', 'two']) {
    const body = { name, page: '/pricing', greeting: id }
    links.push((await ok(api.post<PersonalLink>('/personal_links', body), 201)).id)
  }
  const countLinks = async () => (await ok(api.get<LinkGreeting>(`/link_greetings/${id}`))).links
  expect(await countLinks()).toBe(2)
  expectConflict(await api.delete(`/link_greetings/${id}`))
  await ok(api.delete(`/personal_links/${links[0]}`))
  expect(await countLinks()).toBe(1)
  await ok(api.patch(`/personal_links/${links[1]}`, { greeting: null }))
  expect(await countLinks()).toBe(0)
  await ok(api.delete(`/link_greetings/${id}`))
})

// docs/api.md#order
test('greetings are listed newest first, in pages, and cannot be reached from another workspace', async () => {
  const workspace = await openWorkspace(server)
  const ids: string[] = []
  for (const name of ['a', 'b', 'c', 'd', 'e']) {
    const greeting = await ok(workspace.api.post<LinkGreeting>('/link_greetings', { name, text }))
    ids.unshift(greeting.id)
  }
  const listed = await listAll<LinkGreeting>(workspace.api, '/link_greetings?limit=2')
  expect(listed.map(({ id }) => id)).toEqual(ids)
  for (const id of [ids[0], 'gr_none']) {
    expectNotFound(await api.get(`/link_greetings/${id}`))
    expectNotFound(await api.patch(`/link_greetings/${id}`, { name: 'Mine' }))
    expectNotFound(await api.delete(`/link_greetings/${id}`))
  }
  expect(await listAll(workspace.api, '/link_greetings')).toEqual(listed)
})
