import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Client } from '../src/index.ts'
import { createListCall } from '../src/list-call.ts'
import { readResumeToken } from '../src/resume-token.ts'
import { failureOf } from './failure-of.ts'
import {
  clientOf,
  json,
  listOf,
  page,
  type ScriptedServer,
  startServer,
} from './scripted-server.ts'
import { createTestClock } from './test-clock.ts'

const items = (...numbers: number[]) => numbers.map((number) => ({ id: `ct_${number}` }))

/** A server with seven contacts, three to a page, and an empty page in between. */
const contacts = () =>
  startServer((response, request) => {
    const cursor = new URL(request.url, 'http://host').searchParams.get('starting_after')
    const answers: Record<string, unknown> = {
      first: listOf(items(1, 2, 3), 'a'),
      a: listOf([], 'b'),
      b: listOf(items(4, 5, 6), 'c'),
      c: listOf(items(7)),
    }
    json(answers[cursor ?? 'first'])(response, request)
  })

const cursorsOf = (server: ScriptedServer) =>
  server.seen.map(({ url }) => new URL(url, 'http://host').searchParams.get('starting_after'))

async function idsOf(list: AsyncIterable<{ id: string }>): Promise<string[]> {
  const ids: string[] = []
  for await (const { id } of list) ids.push(id)
  return ids
}

const all = items(1, 2, 3, 4, 5, 6, 7).map(({ id }) => id)

describe('a list', () => {
  test('gives every item of every page, empty pages or not', async () => {
    const server = await contacts()
    expect(await idsOf(clientOf(server).contacts.list({ email: 'a@b.c' }))).toEqual(all)
    expect(cursorsOf(server)).toEqual([null, 'a', 'b', 'c'])
    expect(server.seen.every(({ url }) => url.includes('email=a%40b.c'))).toBe(true)
  })

  test('awaited, is its first page', async () => {
    const server = await contacts()
    const list = clientOf(server).contacts.list()
    expect(await list).toEqual(listOf(items(1, 2, 3), 'a'))
    expect((await list.withMeta()).meta.status).toBe(200)
    expect(server.seen).toHaveLength(1)
  })

  test('gives its pages, the empty ones too', async () => {
    const server = await contacts()
    const sizes: number[] = []
    for await (const { data } of clientOf(server).contacts.list().pages()) sizes.push(data.length)
    expect(sizes).toEqual([3, 0, 3, 1])
  })

  test('can be gone through twice', async () => {
    const list = clientOf(await contacts()).contacts.list()
    expect(await idsOf(list)).toEqual(await idsOf(list))
  })

  test('sends nothing before it is used', async () => {
    const server = await contacts()
    clientOf(server).contacts.list().items()
    await new Promise(setImmediate)
    expect(server.seen).toEqual([])
  })

  test('collects up to a limit, in pages that fit', async () => {
    const server = await contacts()
    const list = clientOf(server).contacts.list()
    expect(await list.toArray({ limit: 4 })).toEqual(items(1, 2, 3, 4))
    expect(server.seen[0]?.url).toBe('/v1/contacts?limit=4')
    expect(await list.toArray({ limit: 1_000 })).toHaveLength(7)
    expect(server.seen[3]?.url).toBe('/v1/contacts?limit=100')
  })

  test('keeps the page size of the caller', async () => {
    const server = await contacts()
    await clientOf(server).contacts.list({ limit: 3 }).toArray({ limit: 1 })
    expect(server.seen[0]?.url).toBe('/v1/contacts?limit=3')
  })

  test.each([undefined, {}, { limit: 0 }, { limit: 1.5 }, { limit: Number.POSITIVE_INFINITY }])(
    'is not collected with the options %j',
    async (options) => {
      const list = clientOf(await contacts()).contacts.list()
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

  test('without pages is one page, and gets no parameters', async () => {
    const server = await startServer(json({ ...listOf(items(1, 2), 'more') }))
    const list = clientOf(server).webhookEndpoints.list()
    expect(await idsOf(list)).toEqual(['ct_1', 'ct_2'])
    expect(await list.toArray({ limit: 9 })).toHaveLength(2)
    expect(await list.first()).toEqual({ id: 'ct_1' })
    expect(server.seen.map(({ url }) => url)).toEqual(Array(3).fill('/v1/webhook_endpoints'))
  })

  test('below an object takes its id first', async () => {
    const server = await startServer(json(listOf([])))
    await clientOf(server).webhookEndpoints.listDeliveries('we_1', { status: 'failed' })
    expect(server.seen[0]?.url).toBe('/v1/webhook_endpoints/we_1/deliveries?status=failed')
  })
})

describe('a server that pages wrongly', () => {
  test('a cursor that leads to itself ends the walk with an error', async () => {
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

  test('so does a longer loop, after each of its pages once', async () => {
    const pages = ['a', 'b', 'c', 'a'].map((next, index) => json(listOf(items(index), next)))
    const server = await startServer(...pages)
    expect(await failureOf(idsOf(clientOf(server).contacts.list()))).toMatchObject({
      code: 'cursor_repeated',
    })
    expect(server.seen).toHaveLength(4)
  })

  test('more to come without a cursor is an error, after the items', async () => {
    const server = await startServer(json({ ...listOf(items(1)), has_more: true }))
    const iterator = clientOf(server).contacts.list().items()
    expect((await iterator.next()).value).toEqual({ id: 'ct_1' })
    expect(await failureOf(iterator.next())).toMatchObject({ code: 'cursor_missing' })
  })
})

describe('an iterator', () => {
  test('asks for the same page again after an error', async () => {
    const server = await startServer(json(listOf(items(1), 'a')), page(404), json(listOf(items(2))))
    const iterator = clientOf(server).contacts.list().items()
    await iterator.next()
    expect(await failureOf(iterator.next())).toMatchObject({ status: 404 })
    expect((await iterator.next()).value).toEqual({ id: 'ct_2' })
    expect(await iterator.next()).toEqual({ done: true, value: undefined })
    expect(cursorsOf(server)).toEqual([null, 'a', 'a'])
  })

  test('answers overlapping calls in order', async () => {
    const server = await contacts()
    const iterator = clientOf(server).contacts.list().items()
    const results = await Promise.all(Array.from({ length: 9 }, () => iterator.next()))
    expect(results.map(({ value }) => value?.id)).toEqual([...all, undefined, undefined])
    expect(server.seen).toHaveLength(4)
  })

  test('that is left early asks for nothing more', async () => {
    const server = await contacts()
    const iterator = clientOf(server).contacts.list().items()
    for await (const { id } of iterator) if (id === 'ct_2') break
    expect(await iterator.next()).toEqual({ done: true, value: undefined })
    expect(server.seen).toHaveLength(1)
  })
})

describe('a resume token', () => {
  const listFrom = (client: Client, resume: string | null) =>
    client.contacts.list({}, resume === null ? {} : { resume })

  test.each([0, 1, 2, 3, 4, 5, 6])('goes on after %i items', async (count) => {
    const server = await contacts()
    const client = clientOf(server)
    const iterator = client.contacts.list().items()
    const before: string[] = []
    while (before.length < count) before.push((await iterator.next()).value?.id ?? 'missing')
    const { resumeToken } = iterator
    expect(resumeToken).toMatch(/^[\x21-\x7e]+$/)
    expect([...before, ...(await idsOf(listFrom(client, resumeToken)))]).toEqual(all)
  })

  test('is null when everything was delivered', async () => {
    const iterator = clientOf(await contacts())
      .contacts.list()
      .items()
    await idsOf(iterator)
    expect(iterator.resumeToken).toBeNull()
  })

  test('of pages goes on with the next page', async () => {
    const client = clientOf(await contacts())
    const iterator = client.contacts.list().pages()
    await iterator.next()
    expect(await idsOf(listFrom(client, iterator.resumeToken))).toEqual(all.slice(3))
  })

  test('leaves nothing out when the list changed in between', async () => {
    const server = await startServer(
      json(listOf(items(1, 2, 3))),
      json(listOf(items(9, 1, 2, 3))),
      json(listOf(items(1, 3))),
    )
    const client = clientOf(server)
    const iterator = client.contacts.list().items()
    await iterator.next()
    await iterator.next()
    expect(await idsOf(listFrom(client, iterator.resumeToken))).toEqual(['ct_3'])
    expect(await idsOf(listFrom(client, iterator.resumeToken))).toEqual(['ct_1', 'ct_3'])
  })

  test('counts for its own page only, also when an item moved to a later one', async () => {
    const server = await startServer(json(listOf(items(1), 'a')), json(listOf(items(5, 1, 6))))
    const list = clientOf(server).contacts.list({}, { resume: 'r1::ct_1' })
    expect(await idsOf(list)).toEqual(['ct_5', 'ct_1', 'ct_6'])
  })

  test.each(['', 'r1:', 'r1:%:', 'r2:a:b', 'conv_1'])('%j is none', async (resume) => {
    const server = await contacts()
    const call = clientOf(server).contacts.list({}, { resume })
    expect(await failureOf(call)).toMatchObject({ code: 'invalid_argument' })
    expect(server.seen).toEqual([])
  })

  test('and a cursor of the caller exclude each other', async () => {
    const client = clientOf(await contacts())
    const call = client.contacts.list({ starting_after: 'a' }, { resume: 'r1:a:' })
    expect(await failureOf(call)).toMatchObject({ code: 'invalid_argument' })
    expect(await idsOf(client.contacts.list({ starting_after: 'a' }))).toEqual(all.slice(3))
  })
})

test('any walk, stopped and resumed anywhere, gives each item once', async () => {
  const sizes = fc.array(fc.nat({ max: 4 }), { minLength: 1, maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(
      sizes,
      fc.array(fc.nat({ max: 6 }), { maxLength: 8 }),
      async (pages, stops) => {
        let next = 0
        const data = pages.map((size) =>
          Array.from({ length: size }, () => ({ id: `i:${next++}` })),
        )
        let resume: string | null = 'r1::'
        const open = () =>
          createListCall<{ id: string }>({
            options: {},
            paged: true,
            largestPage: 100,
            start: () => readResumeToken(resume ?? 'r1::'),
            fetchPage: async (cursor) => {
              const number = Number(cursor?.slice('%:'.length) ?? 0)
              const more = number + 1 < data.length
              const list = {
                object: 'list' as const,
                data: data[number] ?? [],
                has_more: more,
                next_cursor: more ? `%:${number + 1}` : null,
              }
              return { data: list, meta: {} as never }
            },
          }).items()
        const ids: string[] = []
        for (const stop of [...stops, Number.POSITIVE_INFINITY]) {
          if (resume === null) break
          const iterator = open()
          for (let taken = 0; taken < stop; taken++) {
            const result = await iterator.next()
            if (result.done) break
            ids.push(result.value.id)
          }
          resume = iterator.resumeToken
        }
        expect(resume).toBeNull()
        expect(ids).toEqual(Array.from({ length: next }, (_, number) => `i:${number}`))
      },
    ),
  )
})

test('two hundred pages leave nothing behind in the clock', async () => {
  const clock = createTestClock()
  const server = await startServer((response, request) => {
    const cursor = new URL(request.url, 'http://host').searchParams.get('starting_after')
    const number = Number(cursor ?? 0)
    json(listOf(items(number), number < 200 ? String(number + 1) : null))(response, request)
  })
  expect(await idsOf(clientOf(server, { clock }).contacts.list())).toHaveLength(201)
  expect(clock.pending()).toBe(0)
})
