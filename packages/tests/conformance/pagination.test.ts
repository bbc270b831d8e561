import { expect, test } from 'vitest'
import { ok } from './support/api.ts'
import { idsOf, listAll, pagePath } from './support/list-all.ts'
import { expectInvalid } from './support/problem.ts'
import { startServer } from './support/server.ts'
import type { Contact, List, WebhookEndpoint } from './support/wire.ts'
import type { ChatButton } from './support/wire-site.ts'

const server = await startServer('--demo')
const { api, testApi } = server

const readFirstPage = (path: string) => ok(api.get<List<{ id: string }>>(path))

async function cursorOf(path: string): Promise<string> {
  const { next_cursor } = await readFirstPage(path)
  if (next_cursor === null) throw new Error(`${path} has only one page.`)
  return next_cursor
}

const pagedPaths = [
  '/conversations',
  '/contacts',
  '/meetings',
  '/events',
  '/personal_links',
  '/link_greetings',
  '/experiments',
  '/knowledge/sources',
  '/knowledge/documents',
]

// docs/api.md#pagination
test('a page has 25 items by default', async () => {
  for (const path of ['/conversations', '/contacts', '/personal_links']) {
    const { data, has_more } = await readFirstPage(path)
    expect(data, path).toHaveLength(25)
    expect(has_more, path).toBe(true)
  }
})

test('a limit from 1 to 100 is the size of a page', async () => {
  for (const limit of [1, 2, 99, 100]) {
    expect((await readFirstPage(`/conversations?limit=${limit}`)).data).toHaveLength(limit)
  }
})

test('a limit that is not an integer from 1 to 100 is refused', async () => {
  const limits = ['0', '101', '-1', '1.5', 'ten', '', '1e1', '0x10', 'NaN', '99999999999999999999']
  for (const path of pagedPaths) {
    for (const limit of limits) expectInvalid(await api.get(`${path}?limit=${limit}`), 'limit')
  }
  expect(limits.length * pagedPaths.length).toBe(90)
})

test('every page except the last is full, and its `has_more` is true', async () => {
  const all = await listAll<Contact>(api, '/contacts?limit=100')
  expect(all.length).toBeGreaterThan(50)
  const { limit, pages, total } = await readPageSizes('/contacts', all.length > 60 ? 30 : 20)
  expect(total).toBe(all.length)
  for (const { size, hasMore } of pages.slice(0, -1)) {
    expect(size).toBe(limit)
    expect(hasMore).toBe(true)
  }
  expect(pages.at(-1)?.hasMore).toBe(false)
})

test('a full page that ends with the last item has no next page', async () => {
  const tests = await listAll<{ id: string }>(api, '/experiments')
  expect(tests.length).toBeGreaterThan(0)
  const page = await readFirstPage(`/experiments?limit=${tests.length}`)
  expect(page).toMatchObject({ has_more: false, next_cursor: null })
  if (tests.length > 1) {
    expect(await readFirstPage(`/experiments?limit=${tests.length - 1}`)).toMatchObject({
      has_more: true,
    })
  }
})

test('the pages of a list have every item exactly once', async () => {
  for (const path of pagedPaths) {
    const inOne = await listAll<{ id: string }>(api, `${path}?limit=100`)
    const limit = inOne.length > 20 ? 7 : 1
    const inMany = await listAll<{ id: string }>(api, `${path}?limit=${limit}`)
    expect(inOne.length, path).toBeGreaterThan(limit)
    expect(inMany, path).toEqual(inOne)
    expect(new Set(idsOf(inMany)).size).toBe(inMany.length)
  }
})

test('the limit can change between pages', async () => {
  const all = idsOf(await listAll<{ id: string }>(api, '/conversations?limit=100'))
  const seen: string[] = []
  let cursor: string | null = null
  for (const limit of [3, 50, 1, 100, 100]) {
    const page = await readFirstPage(pagePath(`/conversations?limit=${limit}`, cursor))
    seen.push(...idsOf(page.data))
    cursor = page.next_cursor
    if (cursor === null) break
  }
  expect(seen).toEqual(all.slice(0, seen.length))
  expect(seen.length).toBeGreaterThan(54)
})

test('a cursor with any character changed is refused', async () => {
  const cursor = await cursorOf('/contacts?limit=5')
  const reader = await server.withScopes('contacts:read')
  const change = (index: number, to: string) =>
    cursor.slice(0, index) + to + cursor.slice(index + 1)
  const edited = [...cursor].map((from, index) => change(index, from === 'A' ? 'B' : 'A'))
  // The unused bits of the last character cannot be changed either.
  for (const to of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~') {
    if (to !== cursor.at(-1)) edited.push(change(cursor.length - 1, to))
  }
  for (const text of edited) {
    expectInvalid(await reader.get(pagePath('/contacts?limit=5', text)), 'starting_after')
  }
  expect(edited.length).toBeGreaterThan(75)
})

test('a text that is not a cursor is refused', async () => {
  const [first] = (await readFirstPage('/contacts?limit=1')).data
  const cursor = await cursorOf('/contacts?limit=5')
  const texts = ['', 'x', first?.id ?? '', cursor.slice(0, -1), `${cursor}A`, '{}', 'é', '%00', '=']
  for (const text of texts) {
    expectInvalid(await api.get(pagePath('/contacts', text)), 'starting_after')
  }
  expect(texts).toHaveLength(9)
})

test('a cursor of another list is refused', async () => {
  const cursor = await cursorOf('/contacts?limit=5')
  const others = ['/conversations', '/meetings', '/events', '/personal_links', '/experiments']
  for (const path of others) {
    expectInvalid(await api.get(pagePath(path, cursor)), 'starting_after')
  }
  expect(others).toHaveLength(5)
})

test('a cursor of another workspace is refused', async () => {
  const cursor = await cursorOf('/contacts?limit=5')
  expectInvalid(await testApi.get(pagePath('/contacts', cursor)), 'starting_after')
})

test('a cursor for other filters or another order is refused', async () => {
  const cursor = await cursorOf('/conversations?limit=5')
  const since = 'updated_since=2020-01-01T00:00:00Z'
  const others = [
    `/conversations?${since}`,
    '/conversations?created_since=2020-01-01T00:00:00Z',
    '/conversations?has_lead=true',
    '/conversations?graded=true',
    '/conversations?include_test=true',
  ]
  for (const path of others) {
    expectInvalid(await api.get(pagePath(path, cursor)), 'starting_after')
  }
  const lists = [
    ['/contacts', since],
    ['/meetings', since],
    ['/meetings', 'verified=true'],
    ['/meetings', 'include_test=true'],
    ['/events', 'created_since=2020-01-01T00:00:00Z'],
  ] as const
  for (const [path, filter] of lists) {
    const plain = await cursorOf(`${path}?limit=2`)
    expectInvalid(await api.get(pagePath(`${path}?${filter}`, plain)), 'starting_after')
    const filtered = await cursorOf(`${path}?limit=2&${filter}`)
    expectInvalid(await api.get(pagePath(path, filtered)), 'starting_after')
  }
  expect(lists).toHaveLength(5)
  const ordered = await cursorOf(`/conversations?limit=5&${since}`)
  expectInvalid(await api.get(pagePath('/conversations', ordered)), 'starting_after')
  expect(others).toHaveLength(5)
})

test('another API key of the same workspace can continue with a cursor', async () => {
  const cursor = await cursorOf('/contacts?limit=5')
  const reader = await server.withScopes('contacts:read')
  const expected = await ok(api.get(pagePath('/contacts?limit=5', cursor)))
  expect(await ok(reader.get(pagePath('/contacts?limit=5', cursor)))).toEqual(expected)
})

test('adding items between pages does not skip or repeat other items', async () => {
  const before = idsOf(await listAll<Contact>(api, '/contacts?limit=100'))
  const seen: string[] = []
  let cursor: string | null = null
  let added = 0
  do {
    const page: List<{ id: string }> = await readFirstPage(pagePath('/contacts?limit=9', cursor))
    seen.push(...idsOf(page.data))
    cursor = page.next_cursor
    await ok(api.post('/contacts', { email: `between-${added}@example.com` }))
    added += 1
  } while (cursor !== null)
  expect(added).toBeGreaterThan(6)
  expect(seen).toEqual(before)
})

test('a cursor stays valid when the item before it is deleted', async () => {
  const all = idsOf(await listAll<Contact>(api, '/contacts?limit=100'))
  const page = await readFirstPage('/contacts?limit=4')
  const [last] = page.data.slice(-1)
  await ok(api.delete(`/contacts/${last?.id}`))
  const next = await readFirstPage(pagePath('/contacts?limit=4', page.next_cursor))
  expect(idsOf(next.data)).toEqual(all.slice(4, 8))
})

test('lists of webhook endpoints and chat buttons have one page and accept no limit', async () => {
  for (let index = 0; index < 16; index += 1) {
    const url = `https://hooks.example.com/${index}`
    await ok(api.post('/webhook_endpoints', { url, events: ['*'] }), 201)
  }
  const endpoints = await ok(api.get<List<WebhookEndpoint>>('/webhook_endpoints'))
  expect(endpoints).toMatchObject({ has_more: false, next_cursor: null })
  expect(endpoints.data).toHaveLength(16)
  const buttons = await ok(api.get<List<ChatButton>>('/chat_buttons'))
  expect(buttons).toMatchObject({ has_more: false, next_cursor: null })
  for (const path of ['/webhook_endpoints', '/chat_buttons']) {
    expectInvalid(await api.get(`${path}?limit=5`), 'limit')
  }
})

// docs/api.md#json
test('an unknown query parameter of a list is refused, and the error names it', async () => {
  for (const path of pagedPaths) {
    expectInvalid(await api.get(`${path}?page=2`), 'page')
    expectInvalid(await api.get(`${path}?ending_before=x`), 'ending_before')
  }
  expectInvalid(await api.get('/contacts?created_since=2026-10-12T10:00:00Z'), 'created_since')
  expectInvalid(await api.get('/meetings?has_lead=true'), 'has_lead')
})

async function readPageSizes(path: string, limit: number) {
  const pages: { size: number; hasMore: boolean }[] = []
  let cursor: string | null = null
  do {
    const page: List<{ id: string }> = await readFirstPage(
      pagePath(`${path}?limit=${limit}`, cursor),
    )
    pages.push({ size: page.data.length, hasMore: page.has_more })
    cursor = page.next_cursor
  } while (cursor !== null)
  return { limit, pages, total: pages.reduce((sum, { size }) => sum + size, 0) }
}
