import { getEventListeners } from 'node:events'
import { describe, expect, test } from 'vitest'
import type { FetchFunction, ListOptions } from '../../src/index.ts'
import { clientOver } from '../support/client-over.ts'
import { items } from '../support/contact-pages.ts'
import { failureOf } from '../support/failure-of.ts'
import { nextTick } from '../support/next-tick.ts'
import {
  clientOf,
  hang,
  json,
  listOf,
  page,
  type Reply,
  startServer,
} from '../support/scripted-server.ts'
import { createTestClock } from '../support/test-clock.ts'
import { tokenOf } from '../support/token-of.ts'
import { transportUnderTest } from '../support/transport-under-test.ts'

const threePages = [
  json(listOf(items(1, 2), 'a')),
  json(listOf(items(3, 4), 'b')),
  json(listOf(items(5))),
]

async function startList(replies: Reply[], options: ListOptions = { prefetch: true }) {
  const server = await startServer(...replies)
  const clock = createTestClock()
  let requestCount = 0
  const fetch: FetchFunction = (url, init) => {
    requestCount++
    return transportUnderTest().fetch(url, init)
  }
  const client = clientOf(server, { clock, maxRetries: 0, fetch })
  const { resume: after, ...others } = options
  const listOptions = after ? { ...others, resume: tokenOf(server, { after }) } : others
  return {
    server,
    clock,
    list: client.contacts.list({}, listOptions),
    // Counted by the fetch: a request that should not be sent may not have reached the server yet.
    requestCount: () => requestCount,
  }
}

describe('prefetch', () => {
  test('fetches one further page, and no more', async () => {
    const pages = [listOf(items(1, 2), 'a'), listOf(items(3, 4), 'b'), listOf(items(5))]
    let requestCount = 0
    const client = clientOver(async () => Response.json(pages[requestCount++]))
    const iterator = client.contacts.list({}, { prefetch: true }).items()
    const counts: unknown[] = []
    for (let result = await iterator.next(); !result.done; result = await iterator.next()) {
      await nextTick()
      counts.push([result.value.id, requestCount])
    }
    expect(counts).toEqual([
      ['ct_1', 2],
      ['ct_2', 2],
      ['ct_3', 3],
      ['ct_4', 3],
      ['ct_5', 3],
    ])
  })

  test('is off by default', async () => {
    const { list, requestCount } = await startList(threePages, {})
    await list.items().next()
    await nextTick()
    expect(requestCount()).toBe(1)
  })

  test('of a resumed list counts toward maxItems only the items that this iterator delivers', async () => {
    const { server, list, requestCount } = await startList(threePages, {
      prefetch: true,
      maxItems: 2,
      resume: 'ct_1',
    })
    const iterator = list.items()
    expect((await iterator.next()).value).toEqual({ id: 'ct_2' })
    await server.arrived(2)
    expect((await iterator.next()).value).toEqual({ id: 'ct_3' })
    expect((await iterator.next()).done).toBe(true)
    await nextTick()
    expect(requestCount()).toBe(2)
  })

  test('of pages delivers every page', async () => {
    const { server, list } = await startList(threePages)
    const sizes: number[] = []
    for await (const { data } of list.pages()) sizes.push(data.length)
    expect(sizes).toEqual([2, 2, 1])
    expect(server.seen).toHaveLength(3)
  })

  test.each(['items', 'pages'] as const)(
    'is aborted when the loop over %s is left',
    async (kind) => {
      const { signal } = new AbortController()
      let onClose: () => void = () => {}
      const connectionClosed = new Promise<void>((resolve) => {
        onClose = resolve
      })
      const slowReply: Reply = (response) => response.on('close', onClose)
      const { server, clock, list } = await startList([json(listOf(items(1), 'a')), slowReply], {
        prefetch: true,
        signal,
      })
      for await (const _ of list[kind]()) {
        await server.arrived(2)
        expect(getEventListeners(signal, 'abort').length).toBeGreaterThan(0)
        break
      }
      await connectionClosed
      expect(clock.pending()).toBe(0)
      expect(getEventListeners(signal, 'abort')).toEqual([])
    },
  )

  test('that fails throws its error when the page is read, and then the page is fetched again', async () => {
    const { server, list } = await startList([
      json(listOf(items(1), 'a')),
      page(404),
      json(listOf(items(2))),
    ])
    const iterator = list.items()
    await iterator.next()
    await server.arrived(2)
    expect(await failureOf(iterator.next())).toMatchObject({ status: 404 })
    expect((await iterator.next()).value).toEqual({ id: 'ct_2' })
    expect(server.seen.map(({ url }) => url)).toEqual([
      '/v1/contacts',
      '/v1/contacts?starting_after=a',
      '/v1/contacts?starting_after=a',
    ])
  })

  test("is aborted by the caller's signal, with its reason", async () => {
    const controller = new AbortController()
    const reason = new Error('the user left')
    const { server, list } = await startList([json(listOf(items(1), 'a')), hang], {
      prefetch: true,
      signal: controller.signal,
    })
    const iterator = list.items()
    await iterator.next()
    await server.arrived(2)
    controller.abort(reason)
    // The connection of the prefetch is closed, so that the server can stop its work.
    await server.answered(2)
    expect(await failureOf(iterator.next())).toMatchObject({ code: 'aborted', cause: reason })
    expect(await failureOf(iterator.next())).toMatchObject({ code: 'aborted', cause: reason })
    expect(server.seen).toHaveLength(2)
    expect(getEventListeners(controller.signal, 'abort')).toEqual([])
  })

  test('does not start if the signal was aborted after the page arrived', async () => {
    const controller = new AbortController()
    let requestCount = 0
    const client = clientOver(
      async () => {
        requestCount++
        return Response.json(listOf(items(requestCount), `${requestCount}`))
      },
      {
        middleware: [
          {
            async wrapCall(next) {
              const result = await next()
              controller.abort()
              return result
            },
          },
        ],
      },
    )
    const options = { prefetch: true, signal: controller.signal }
    const iterator = client.contacts.list({}, options).pages()
    expect((await iterator.next()).value?.data).toHaveLength(1)
    await nextTick()
    expect(await failureOf(iterator.next())).toMatchObject({ code: 'aborted', attempts: 0 })
    expect(requestCount).toBe(1)
  })

  test('does not move the resume token, which depends only on the delivered items', async () => {
    const { server, list } = await startList(threePages)
    const iterator = list.items()
    for (let taken = 0; taken < 2; taken++) await iterator.next()
    await server.arrived(2)
    expect(iterator.resumeToken).toBe(tokenOf(server, { cursor: 'a' }))
    expect((await iterator.next()).value).toEqual({ id: 'ct_3' })
    expect(iterator.resumeToken).toBe(tokenOf(server, { cursor: 'a', after: 'ct_3' }))
  })
})

test('a prefetched page is not delivered after the signal aborts', async () => {
  const controller = new AbortController()
  const answers = [listOf(items(1, 2), 'a'), listOf(items(3))]
  let notify = () => {}
  const bothArrived = new Promise<void>((resolve) => {
    notify = resolve
  })
  const client = clientOf(
    { origin: 'https://api.example.com' },
    {
      fetch: async () => Response.json(answers.shift()),
      middleware: [
        {
          async wrapCall(next) {
            const result = await next()
            if (answers.length === 0) notify()
            return result
          },
        },
      ],
    },
  )
  const options = { signal: controller.signal, prefetch: true }
  const pages = client.contacts.list({}, options).pages()
  expect((await pages.next()).value?.data).toEqual(items(1, 2))
  await bothArrived
  await nextTick()
  const reason = new Error('the user left')
  controller.abort(reason)
  expect(await failureOf(pages.next())).toMatchObject({ code: 'aborted', cause: reason })
})

describe('maxItems', () => {
  test.each([
    [1, ['ct_1'], 1],
    [2, ['ct_1', 'ct_2'], 1],
    [3, ['ct_1', 'ct_2', 'ct_3'], 2],
    [9, ['ct_1', 'ct_2', 'ct_3', 'ct_4', 'ct_5'], 3],
  ])(
    'of %i delivers at most that many items, and requests only their pages',
    async (maxItems, ids, requests) => {
      const { list, requestCount } = await startList(threePages, { maxItems, prefetch: true })
      const deliveredIds: string[] = []
      for await (const { id } of list) deliveredIds.push(id)
      expect(deliveredIds).toEqual(ids)
      await nextTick()
      expect(requestCount()).toBe(requests)
    },
  )

  test.each([
    [2, [2]],
    [3, [2, 2]],
  ])(
    'of %i ends an iteration over pages after the page that reaches it',
    async (maxItems, pages) => {
      const { list, requestCount } = await startList(threePages, { maxItems, prefetch: true })
      const sizes: number[] = []
      for await (const { data } of list.pages()) sizes.push(data.length)
      expect(sizes).toEqual(pages)
      await nextTick()
      expect(requestCount()).toBe(pages.length)
    },
  )

  test('limits toArray too, and leaves the resume token of the last delivered item', async () => {
    const { list } = await startList(threePages, { maxItems: 2 })
    expect(await list.toArray({ limit: 100 })).toEqual(items(1, 2))
    const capped = await startList(threePages, { maxItems: 1 })
    const iterator = capped.list.items()
    await iterator.next()
    expect((await iterator.next()).done).toBe(true)
    expect(iterator.resumeToken).toBe(tokenOf(capped.server, { after: 'ct_1' }))
  })

  test.each([0, 1.5, -1])('%d is refused', async (maxItems) => {
    const { server, list } = await startList(threePages, { maxItems })
    expect(() => list.items()).toThrow(/maxItems must be/)
    expect(await failureOf(list.toArray({ limit: 3 }))).toMatchObject({ code: 'invalid_option' })
    expect(server.seen).toEqual([])
  })
})

describe('await using', () => {
  test('ends the iterator at the end of the block', async () => {
    const { server, clock, list } = await startList([json(listOf(items(1), 'a')), hang])
    const seen: unknown[] = []
    const iterator = list.items()
    {
      await using walk = iterator
      seen.push((await walk.next()).value)
      await server.arrived(2)
    }
    expect(seen).toEqual(items(1))
    expect(await iterator.next()).toEqual({ done: true, value: undefined })
    expect(clock.pending()).toBe(0)
  })
})
