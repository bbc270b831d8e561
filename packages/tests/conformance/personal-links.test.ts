import { expect, test } from 'vitest'
import { ok } from './support/api.ts'
import { listAll } from './support/list-all.ts'
import { openWorkspace } from './support/open-workspace.ts'
import { anId } from './support/patterns.ts'
import { expectInvalid, expectNotFound, expectUnprocessable } from './support/problem.ts'
import { startServer } from './support/server.ts'
import type { Deletion } from './support/wire.ts'
import type { LinkGreeting, PersonalLink, PersonalLinkUrl } from './support/wire-site.ts'

const server = await startServer()
const { api } = server

const greet = (text: string) =>
  ok(api.post<LinkGreeting>('/link_greetings', { name: 'Greeting', text }))
const create = (body: object) => ok(api.post<PersonalLink>('/personal_links', body), 201)
const greeting = await greet('Hi {first|there}, how is {company|your team}?')
const active = { name: 'Outreach', page: '/pricing', greeting: greeting.id }

const emailTools = ['apollo', 'hubspot', 'instantly', 'lemlist', 'outreach', 'salesloft']

// docs/api.md#personal-link
test('a link with a greeting is active and has every documented field', async () => {
  const link = await create(active)
  expect(link).toEqual({
    ...active,
    id: anId('lk_'),
    object: 'personal_link',
    status: 'active',
    url: `https://acme.example/pricing?dw_link=${link.id}`,
    fields: ['first_name', 'company'],
    templates: expect.any(Object),
    results: { days: 30, visits: 0, chats: 0, meetings: 0 },
  })
})

// docs/api.md#personal-link-states
test('a link without a greeting is a draft without a URL', async () => {
  const draft = { status: 'draft', greeting: null, url: null, templates: null, fields: [] }
  expect(await create({ name: 'Draft', page: '/' })).toMatchObject(draft)
  expect(await create({ name: 'Draft', page: '/', greeting: null })).toMatchObject(draft)
})

// docs/api.md#personal-link
test('the URL of a link is its page with the id of the link', async () => {
  const paths = [
    ['/pricing', 'https://acme.example/pricing?LINK'],
    ['/', 'https://acme.example/?LINK'],
    ['/search?q=a&b=c', 'https://acme.example/search?q=a&b=c&LINK'],
    ['/pricing?plan=pro#top', 'https://acme.example/pricing?plan=pro&LINK#top'],
    ['https://shop.example.com/tea', 'https://shop.example.com/tea?LINK'],
  ] as const
  for (const [page, address] of paths) {
    const link = await create({ ...active, page })
    expect([link.page, link.url]).toEqual([page, address.replace('LINK', `dw_link=${link.id}`)])
  }
  expect(paths).toHaveLength(5)
})

test('there is a template with the merge fields of each of six email tools, and one for any other email tool', async () => {
  const { id, templates } = await create(active)
  expect(Object.keys(templates ?? {}).sort()).toEqual([...emailTools, 'other'].sort())
  for (const template of Object.values(templates ?? {})) {
    expect(template).toContain('https://acme.example/pricing')
    expect(template).toContain(id)
    for (const name of ['dw_email', 'dw_first', 'dw_last', 'dw_company', 'dw_title']) {
      expect(template).toMatch(new RegExp(`[?&]${name}=[^&]+`))
    }
  }
  expect(templates?.hubspot).toContain('{{')
})

test('the `fields` of a link are the personal details that its greeting uses', async () => {
  const all = await greet('{first|a} {last|b} {company|c} {title|d}')
  const none = await greet('Hello')
  const { id, fields } = await create({ ...active, greeting: all.id })
  expect([...fields].sort()).toEqual(['company', 'first_name', 'last_name', 'title'])
  const changed = await ok(api.patch<PersonalLink>(`/personal_links/${id}`, { greeting: none.id }))
  expect(changed.fields).toEqual([])
})

test('the URL for a person has their details', async () => {
  const link = await create(active)
  const person = {
    email: 'ada+fair@example.com',
    first_name: 'Ada & Co',
    last_name: 'Lovelace',
    company: 'Café 100 %',
    title: 'Countess #1',
  }
  const path = `/personal_links/${link.id}/urls`
  const built = await ok(api.post<PersonalLinkUrl>(path, person))
  expect(built).toMatchObject({ object: 'personal_link_url', link: link.id })
  const parameters = new URL(built.url).searchParams
  expect(parameters.get('dw_email')).toBe(person.email)
  expect(parameters.get('dw_first')).toBe(person.first_name)
  expect(parameters.get('dw_last')).toBe(person.last_name)
  expect(parameters.get('dw_company')).toBe(person.company)
  expect(parameters.get('dw_title')).toBe(person.title)
  expect([...parameters.values()]).toContain(link.id)
  const some = await ok(api.post<PersonalLinkUrl>(path, { first_name: 'Grace' }))
  const names = [...new URL(some.url).searchParams.keys()].filter((name) =>
    /^dw_(email|last|company|title)$/.test(name),
  )
  expect(names).toEqual([])
  expect(new URL((await ok(api.post<PersonalLinkUrl>(path, {}))).url).href).toBe(
    new URL(link.url ?? '').href,
  )
})

test('a draft has no URL for a person', async () => {
  const { id } = await create({ name: 'Draft', page: '/' })
  expectUnprocessable(await api.post(`/personal_links/${id}/urls`, { first_name: 'Ada' }))
})

test('the URL for a person accepts only the five documented details', async () => {
  const { id } = await create(active)
  const path = `/personal_links/${id}/urls`
  expectInvalid(await api.post(path, { phone: '1' }), 'phone')
  expectInvalid(await api.post(path, { email: 'nobody' }), 'email')
  for (const first_name of [7, '', 'A\ud800', 'f'.repeat(201)]) {
    expectInvalid(await api.post(path, { first_name }), 'first_name')
  }
})

test('a link can be read, changed and deleted, and its greeting decides its status', async () => {
  const link = await create({ name: 'Changing', page: '/' })
  const path = `/personal_links/${link.id}`
  expect(await ok(api.get(path))).toEqual(link)
  const on = await ok(api.patch<PersonalLink>(path, { greeting: greeting.id }))
  const url = `https://acme.example/?dw_link=${link.id}`
  const fields = ['first_name', 'company']
  expect(on).toMatchObject({
    status: 'active',
    greeting: greeting.id,
    name: 'Changing',
    url,
    fields,
  })
  expect(await ok(api.patch(path, { name: 'Still on' }))).toEqual({ ...on, name: 'Still on' })
  const off = await ok(api.patch<PersonalLink>(path, { greeting: null, name: 'Off' }))
  expect(off).toEqual({ ...link, name: 'Off' })
  expect(await ok(api.get(path))).toEqual(off)
  const deleted = await ok(api.delete<Deletion>(path))
  expect(deleted).toEqual({ id: link.id, object: 'personal_link', deleted: true })
  expectNotFound(await api.get(path))
  expectNotFound(await api.delete(path))
})

test('each field of a link is accepted within its limits and refused beyond them', async () => {
  const longestPage = `/${'p'.repeat(2_047)}`
  await create({ ...active, name: 'n'.repeat(60), page: longestPage })
  const bad = [
    ['name', { page: '/' }],
    ['name', { ...active, name: '' }],
    ['name', { ...active, name: 'n'.repeat(61) }],
    ['page', { name: 'n' }],
    ['page', { ...active, page: '' }],
    ['page', { ...active, page: 'pricing' }],
    ['page', { ...active, page: 'javascript:alert(1)' }],
    ['page', { ...active, page: '//evil.example' }],
    ['page', { ...active, page: '/\\evil.example' }],
    ['page', { ...active, page: 'https://' }],
    ['page', { ...active, page: `${longestPage}p` }],
    ['greeting', { ...active, greeting: 7 }],
    ['greeting', { ...active, greeting: 'gr_unknown' }],
    ['greeting', { ...active, greeting: 'lk_1' }],
    ['url', { ...active, url: 'https://acme.example' }],
  ] as const
  const { id } = await create(active)
  for (const [param, body] of bad) {
    expectInvalid(await api.post('/personal_links', body), param)
    if (!(param in body)) continue
    expectInvalid(await api.patch(`/personal_links/${id}`, body), param)
  }
  expect(bad).toHaveLength(15)
})

test('a link cannot have an unknown greeting, or one of another workspace', async () => {
  const workspace = await openWorkspace(server)
  for (const unknown of ['gr_unknown', greeting.id]) {
    const body = { name: 'n', page: '/', greeting: unknown }
    expectInvalid(await workspace.api.post('/personal_links', body), 'greeting')
  }
  expect(await listAll(workspace.api, '/personal_links')).toEqual([])
})

test('an unknown link, or one of another workspace, is not found', async () => {
  const link = await create(active)
  const workspace = await openWorkspace(server)
  for (const path of [`/personal_links/${link.id}`, '/personal_links/lk_unknown']) {
    expectNotFound(await workspace.api.get(path))
    expectNotFound(await workspace.api.patch(path, { name: 'Mine' }))
    expectNotFound(await workspace.api.delete(path))
    expectNotFound(await workspace.api.post(`${path}/urls`, { first_name: 'Ada' }))
  }
  expect(await ok(api.get(`/personal_links/${link.id}`))).toEqual(link)
})

// docs/api.md#order
test('links are listed newest first, in pages', async () => {
  const workspace = await openWorkspace(server)
  const ids: string[] = []
  for (let count = 0; count < 7; count += 1) {
    const body = { name: `Link ${count}`, page: '/' }
    ids.unshift((await ok(workspace.api.post<PersonalLink>('/personal_links', body), 201)).id)
  }
  const listed = await listAll<PersonalLink>(workspace.api, '/personal_links?limit=3')
  expect(listed.map(({ id }) => id)).toEqual(ids)
  for (const link of listed)
    expect(await ok(workspace.api.get(`/personal_links/${link.id}`))).toEqual(link)
})

// docs/api.md#personal-link
test('the results count the people who opened the link, chatted and booked, without the team', async () => {
  const workspace = await openWorkspace(server)
  const { record } = workspace.site
  const { id: greetingId } = await ok(
    workspace.api.post<LinkGreeting>('/link_greetings', { name: 'g', text: 'Hello' }),
  )
  const body = { name: 'Counted', page: '/', greeting: greetingId }
  const { id, url } = await ok(workspace.api.post<PersonalLink>('/personal_links', body), 201)
  const page_url = url ?? ''
  const visit = (visitor: string, test = false) =>
    record.visits.start({ page_url, link: id, visitor, test })
  const chat = async (started: string) => {
    const conversation = await record.conversations.start({ visit: started })
    await record.conversations.message(conversation, { role: 'user', text: 'Hello' })
    return conversation
  }
  await visit('only-looked')
  await chat(await visit('chatted'))
  const booking = await chat(await visit('booked'))
  await workspace.site.book(booking, 'booked@example.com')
  await chat(await visit('team', true))
  const results = { days: 30, visits: 3, chats: 2, meetings: 1 }
  const link = await ok(workspace.api.get<PersonalLink>(`/personal_links/${id}`))
  expect(link.results).toEqual(results)
  const updatedGreeting = await ok(workspace.api.get<LinkGreeting>(`/link_greetings/${greetingId}`))
  expect(updatedGreeting.results).toEqual(results)
})

test('a conversation that started from a link has the id of the link', async () => {
  const workspace = await openWorkspace(server)
  const body = { name: 'Named', page: '/' }
  const { id } = await ok(workspace.api.post<PersonalLink>('/personal_links', body), 201)
  const { record } = workspace.site
  const visit = await record.visits.start({ page_url: 'https://acme.example/', link: id })
  const conversation = await record.conversations.start({ visit })
  const read = await ok(workspace.api.get<{ link: string }>(`/conversations/${conversation}`))
  expect(read.link).toBe(id)
})
