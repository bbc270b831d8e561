import { describe, expect, test } from 'vitest'
import { clientOver } from '../support/client-over.ts'
import { allIds, idsOf, items, startContactServer } from '../support/contact-pages.ts'
import { failureOf } from '../support/failure-of.ts'
import { heldFetch } from '../support/manual-fetch.ts'
import { nextTick } from '../support/next-tick.ts'
import {
  clientOf,
  json,
  listOf,
  page,
  type ScriptedServer,
  startServer,
} from '../support/scripted-server.ts'
import { createTestClock } from '../support/test-clock.ts'

const cursorsOf = (server: ScriptedServer) =>
  server.seen.map(({ url }) => new URL(url, 'http://host').searchParams.get('starting_after'))

describe('a list', () => {
  test('yields every item of every page, even if one of the pages is empty', async () => {
    const server = await startContactServer()
    expect(await idsOf(clientOf(server).contacts.list({ email: 'a@b.c' }))).toEqual(allIds)
    expect(cursorsOf(server)).toEqual([null, 'a', 'b', 'c'])
    expect(server.seen.every(({ url }) => url.includes('email=a%40b.c'))).toBe(true)
  })

  test('is its first page if it is awaited', async () => {
    const server = await startContactServer()
    const list = clientOf(server).contacts.list()
    expect(await list).toEqual(listOf(items(1, 2, 3), 'a'))
    expect((await list.withMeta()).meta.status).toBe(200)
    expect(server.seen).toHaveLength(1)
  })

  test('yields its pages, including empty ones', async () => {
    const server = await startContactServer()
    const sizes: number[] = []
    for await (const { data } of clientOf(server).contacts.list().pages()) sizes.push(data.length)
    expect(sizes).toEqual([3, 0, 3, 1])
  })

  test('can be iterated twice', async () => {
    const list = clientOf(await startContactServer()).contacts.list()
    expect(await idsOf(list)).toEqual(allIds)
    expect(await idsOf(list)).toEqual(allIds)
  })

  test('sends nothing before it is used', async () => {
    const { fetch, paths } = heldFetch()
    clientOver(fetch).contacts.list().items()
    await nextTick()
    expect(paths).toEqual([])
  })

  test('collects items up to a limit, with a page size that fits the limit', async () => {
    const server = await startContactServer()
    const list = clientOf(server).contacts.list()
    expect(await list.toArray({ limit: 4 })).toEqual(items(1, 2, 3, 4))
    expect(server.seen[0]?.url).toBe('/v1/contacts?limit=4')
    expect(await list.toArray({ limit: 1_000 })).toHaveLength(7)
    expect(server.seen[3]?.url).toBe('/v1/contacts?limit=100')
  })

  test('uses the page size of the caller', async () => {
    const server = await startContactServer()
    await clientOf(server).contacts.list({ limit: 3 }).toArray({ limit: 1 })
    expect(server.seen[0]?.url).toBe('/v1/contacts?limit=3')
  })

  test.each([undefined, {}, { limit: 0 }, { limit: 1.5 }, { limit: Number.POSITIVE_INFINITY }])(
    'is not collected with the options %j',
    async (options) => {
      const list = clientOf(await startContactServer()).contacts.list()
      const call = list.toArray(options as { limit: number })
      expect(await failureOf(call)).toMatchObject({ code: 'invalid_argument' })
    },
  )

  test('has a first item, or none', async () => {
    const server = await startServer(json(listOf(items(1))), json(listOf([])))
    const list = clientOf(server).contacts.list()
    expect(await list.first()).toEqual({ id: 'ct_1' })
    expect(await list.first()).toBeUndefined()
    expect(server.seen[0]?.url).toBe('/v1/contacts?limit=1')
  })

  test('yields items that have no ids', async () => {
    const server = await startServer(json(listOf([{ name: 'a' }, { name: 'b' }])))
    const list = clientOf(server).contacts.list()
    expect(await list.toArray({ limit: 9 })).toEqual([{ name: 'a' }, { name: 'b' }])
  })

  test('that the API never pages is one page, and is requested without parameters', async () => {
    const server = await startServer(json({ ...listOf(items(1, 2), 'more') }))
    const list = clientOf(server).webhookEndpoints.list()
    expect(await idsOf(list)).toEqual(['ct_1', 'ct_2'])
    expect(await list.toArray({ limit: 9 })).toHaveLength(2)
    expect(await list.first()).toEqual({ id: 'ct_1' })
    expect(server.seen.map(({ url }) => url)).toEqual(Array(3).fill('/v1/webhook_endpoints'))
  })

  test('that belongs to an object has the id of that object as its first argument', async () => {
    const server = await startServer(json(listOf([])))
    await clientOf(server).webhookEndpoints.listDeliveries('we_1', { status: 'failed' })
    expect(server.seen[0]?.url).toBe('/v1/webhook_endpoints/we_1/deliveries?status=failed')
  })
})

describe('when a server pages wrongly', () => {
  test('a cursor that leads to itself ends the iteration with an error', async () => {
    const server = await startServer(json(listOf(items(1), 'a')))
    const iterator = clientOf(server).contacts.list().items()
    expect((await iterator.next()).value).toEqual({ id: 'ct_1' })
    expect((await iterator.next()).value).toEqual({ id: 'ct_1' })
    expect(await failureOf(iterator.next())).toMatchObject({
      name: 'PaginationError',
      code: 'cursor_repeated',
    })
    expect(server.seen).toHaveLength(2)
  })

  test('a cursor that leads back to the start ends the iteration with an error, after the page', async () => {
    const server = await startServer(json(listOf(items(1), 'a')))
    const iterator = clientOf(server).contacts.list({ starting_after: 'a' }).items()
    expect((await iterator.next()).value).toEqual({ id: 'ct_1' })
    expect(await failureOf(iterator.next())).toMatchObject({
      code: 'cursor_repeated',
      attempts: 0,
      history: [],
    })
    expect(server.seen).toHaveLength(1)
  })

  test('a longer loop ends the iteration with an error, after the items of all its pages', async () => {
    const pages = ['a', 'b', 'c', 'a'].map((next, index) => json(listOf(items(index), next)))
    const server = await startServer(...pages)
    const iterator = clientOf(server).contacts.list().items()
    for (const item of items(0, 1, 2, 3)) expect((await iterator.next()).value).toEqual(item)
    expect(await failureOf(iterator.next())).toMatchObject({ code: 'cursor_repeated' })
    expect(server.seen).toHaveLength(4)
  })

  test('has_more without a cursor is an error, after the items', async () => {
    const server = await startServer(json({ ...listOf(items(1)), has_more: true }))
    const iterator = clientOf(server).contacts.list().items()
    expect((await iterator.next()).value).toEqual({ id: 'ct_1' })
    expect(await failureOf(iterator.next())).toMatchObject({ code: 'cursor_missing' })
  })
})

describe('an iterator', () => {
  test('fetches the same page again after an error', async () => {
    const server = await startServer(json(listOf(items(1), 'a')), page(404), json(listOf(items(2))))
    const iterator = clientOf(server).contacts.list().items()
    await iterator.next()
    expect(await failureOf(iterator.next())).toMatchObject({ status: 404 })
    expect((await iterator.next()).value).toEqual({ id: 'ct_2' })
    expect(await iterator.next()).toEqual({ done: true, value: undefined })
    expect(cursorsOf(server)).toEqual([null, 'a', 'a'])
  })

  test('answers overlapping calls of next() in order', async () => {
    const server = await startContactServer()
    const iterator = clientOf(server).contacts.list().items()
    const results = await Promise.all(Array.from({ length: 9 }, () => iterator.next()))
    expect(results.map(({ value }) => value?.id)).toEqual([...allIds, undefined, undefined])
    expect(server.seen).toHaveLength(4)
  })

  test('whose loop is left early fetches nothing more', async () => {
    const server = await startContactServer()
    const iterator = clientOf(server).contacts.list().items()
    for await (const { id } of iterator) if (id === 'ct_2') break
    expect(await iterator.next()).toEqual({ done: true, value: undefined })
    expect(server.seen).toHaveLength(1)
  })
})

test('two hundred pages leave no timer', async () => {
  const clock = createTestClock()
  const server = await startServer((response, request) => {
    const cursor = new URL(request.url, 'http://host').searchParams.get('starting_after')
    const number = Number(cursor ?? 0)
    json(listOf(items(number), number < 199 ? String(number + 1) : null))(response, request)
  })
  expect(await idsOf(clientOf(server, { clock }).contacts.list())).toHaveLength(200)
  expect(clock.pending()).toBe(0)
})
