import { expect, test } from 'vitest'
import { ok } from './support/api.ts'
import { idsOf, listAll, pagePath } from './support/list-all.ts'
import { openWorkspace } from './support/open-workspace.ts'
import { expectInvalid } from './support/problem.ts'
import { startServer } from './support/server.ts'
import { nextMoment } from './support/until.ts'
import type { Contact, Conversation, List, Meeting } from './support/wire.ts'

const server = await startServer('--demo')
const { api } = server

const readFirstPage = (path: string) => ok(api.get<List<{ id: string }>>(path))

// docs/api.md#order
test('conversations are listed by start, newest first', async () => {
  const starts = (await listAll<Conversation>(api, '/conversations?limit=50')).map(
    ({ started_at }) => started_at,
  )
  expect(starts.length).toBeGreaterThan(100)
  expect(starts).toEqual([...starts].sort().reverse())
})

test('with updated_since, conversations are listed by last change', async () => {
  const path = '/conversations?limit=50&updated_since=2020-01-01T00:00:00Z'
  const changes = (await listAll<Conversation>(api, path)).map((item) => item.updated_at)
  expect(changes.length).toBeGreaterThan(100)
  expect(changes).toEqual([...changes].sort().reverse())
})

test('a changed conversation moves to the top of the list by last change, and keeps its place in the list by start', async () => {
  const { conversations } = server.host.record(server.workspace)
  const older = await conversations.start({ page_url: 'https://acme.example/' })
  const newer = await conversations.start({ page_url: 'https://acme.example/' })
  const since = new Date(0).toISOString()
  const listIds = async (query: string) =>
    idsOf((await readFirstPage(`/conversations?${query}`)).data)
  expect(await listIds(`limit=2&updated_since=${since}`)).toEqual([newer, older])
  await nextMoment()
  await conversations.message(older, { role: 'user', text: 'Still here' })
  expect(await listIds(`limit=2&updated_since=${since}`)).toEqual([older, newer])
  expect(await listIds('limit=2')).toEqual([newer, older])
})

test('contacts and meetings are listed by last change, and events by time', async () => {
  for (const [path, field] of [
    ['/contacts', 'updated_at'],
    ['/meetings', 'updated_at'],
    ['/events', 'created_at'],
  ] as const) {
    const items = await listAll<Readonly<Record<string, string>>>(api, `${path}?limit=100`)
    const times = items.map((item) => item[field] ?? '')
    expect(times.length, path).toBeGreaterThan(15)
    expect(times, path).toEqual([...times].sort().reverse())
  }
})

test('a changed contact is listed first', async () => {
  const last = (await listAll<Contact>(api, '/contacts?limit=100')).at(-1)
  if (!last) throw new Error('There are no contacts.')
  await ok(api.patch(`/contacts/${last.id}`, { company: 'Changed' }))
  expect((await readFirstPage('/contacts?limit=1')).data[0]?.id).toBe(last.id)
})

test('a rescheduled or canceled meeting is listed first', async () => {
  const workspace = await openWorkspace(server)
  const book = async () => workspace.site.book(await workspace.site.chat(), 'ada@example.com')
  const [first, second, third] = [await book(), await book(), await book()]
  const listIds = async () => idsOf(await listAll<Meeting>(workspace.api, '/meetings'))
  expect(await listIds()).toEqual([third, second, first])
  const { meetings } = workspace.site.record
  await nextMoment()
  await meetings.move(first, { start_at: '2027-03-01T10:00:00Z', end_at: '2027-03-01T10:30:00Z' })
  expect(await listIds()).toEqual([first, third, second])
  await nextMoment()
  await meetings.cancel(second)
  expect(await listIds()).toEqual([second, first, third])
})

// docs/api.md#filters
test('a date filter whose value is not a date, or lacks a time or a time zone, is refused, and the error names the filter', async () => {
  const filters = [
    ['/conversations', 'updated_since'],
    ['/conversations', 'created_since'],
    ['/contacts', 'updated_since'],
    ['/meetings', 'updated_since'],
    ['/events', 'created_since'],
  ] as const
  const values = [
    'yesterday',
    '',
    '2026-10-12',
    '2026-10-12T10:00:00',
    '2026-10-12 10:00:00Z',
    '2026-02-30T10:00:00Z',
    '2026-13-01T10:00:00Z',
    '2026-10-12T25:00:00Z',
    '1760263200',
    '2026-10-12T10:00:00+2',
  ]
  for (const [path, param] of filters) {
    for (const value of values) {
      const answer = await api.get(`${path}?${param}=${encodeURIComponent(value)}`)
      expectInvalid(answer, param)
    }
  }
  expect(filters.length * values.length).toBe(50)
})

test('a date filter accepts Z or an offset, with or without fractions of a second', async () => {
  const values = [
    '2026-10-12T10:00:00Z',
    '2026-10-12T10:00:00.5Z',
    '2026-10-12T10:00:00.123Z',
    '2026-10-12T10:00:00+02:00',
    '2026-10-12T10:00:00.123-05:30',
  ]
  for (const value of values) {
    await ok(api.get(`/contacts?updated_since=${encodeURIComponent(value)}`))
  }
  expect(values).toHaveLength(5)
})

test('updated_since is inclusive to the millisecond, in any time zone', async () => {
  const { id, updated_at } = await ok(api.post<Contact>('/contacts', { email: 'edge@example.com' }))
  const at = Date.parse(updated_at)
  const isListedSince = async (value: string) => {
    const path = `/contacts?limit=100&updated_since=${encodeURIComponent(value)}`
    return idsOf(await listAll<Contact>(api, path)).includes(id)
  }
  const sixtyMinutesMs = 3_600_000
  const sameInstantElsewhere = new Date(at + sixtyMinutesMs).toISOString().replace('Z', '+01:00')
  expect(await isListedSince(updated_at)).toBe(true)
  expect(await isListedSince(sameInstantElsewhere)).toBe(true)
  expect(await isListedSince(new Date(at + 1).toISOString())).toBe(false)
})

test('created_since is inclusive to the millisecond', async () => {
  const [, , third] = (await readFirstPage('/conversations?limit=3')).data as Conversation[]
  if (!third) throw new Error('There are fewer than three conversations.')
  const pathSince = (since: string) => `/conversations?limit=100&created_since=${since}`
  const from = await listAll<Conversation>(api, pathSince(third.started_at))
  expect(idsOf(from)).toContain(third.id)
  for (const { started_at } of from) expect(started_at >= third.started_at).toBe(true)
  const after = new Date(Date.parse(third.started_at) + 1).toISOString()
  expect(idsOf(await listAll<Conversation>(api, pathSince(after)))).not.toContain(third.id)
})

// docs/api.md#sync
test('an item that changes during a sync run is seen by the next run, which asks for the changes since the start of the first run', async () => {
  const runStart = new Date().toISOString()
  const firstHalf = await readFirstPage('/contacts?limit=10')
  const [changed] = firstHalf.data
  if (!changed) throw new Error('There are no contacts.')
  await ok(api.patch(`/contacts/${changed.id}`, { phone: '+49 30 1234' }))
  await ok(api.get(pagePath('/contacts?limit=10', firstHalf.next_cursor)))
  const next = await listAll<Contact>(api, `/contacts?limit=100&updated_since=${runStart}`)
  expect(idsOf(next)).toContain(changed.id)
})

test('sync runs that each ask for the changes since the start of the previous run miss no change of concurrent writers', async () => {
  const seen = new Set<string>()
  let since = new Date().toISOString()
  const run = async () => {
    const start = new Date().toISOString()
    const changed = await listAll<Contact>(api, `/contacts?limit=20&updated_since=${since}`)
    for (const contact of changed) seen.add(`${contact.id} ${contact.attributes.n}`)
    since = start
  }
  const written: string[] = []
  const writers = Array.from({ length: 8 }, async (_, writer) => {
    for (let n = 0; n < 5; n += 1) {
      const body = { email: `writer-${writer}-${n}@example.com`, attributes: { n } }
      const { id } = await ok(api.post<Contact>('/contacts', body))
      written.push(`${id} ${n}`)
    }
  })
  const writing = Promise.all(writers)
  await run()
  await run()
  await writing
  await run()
  await run()
  expect(written).toHaveLength(40)
  for (const entry of written) expect(seen).toContain(entry)
})
