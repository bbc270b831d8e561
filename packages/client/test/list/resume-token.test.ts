import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Client } from '../../src/index.ts'
import { createListCall } from '../../src/list/list-call.ts'
import { readResumeToken, writeResumeToken } from '../../src/list/resume-token.ts'
import { clientOver } from '../support/client-over.ts'
import { allIds, idsOf, items, startContactServer } from '../support/contact-pages.ts'
import { failureOf } from '../support/failure-of.ts'
import { clientOf, json, listOf, startServer } from '../support/scripted-server.ts'
import { tokenOf } from '../support/token-of.ts'

describe('a resume token', () => {
  const listFrom = (client: Client, resume: string | null) =>
    client.contacts.list({}, resume === null ? {} : { resume })

  test.each([0, 1, 2, 3, 4, 5, 6])('continues after %i items', async (count) => {
    const server = await startContactServer()
    const client = clientOf(server)
    const iterator = client.contacts.list().items()
    const idsBefore: string[] = []
    while (idsBefore.length < count) idsBefore.push((await iterator.next()).value?.id ?? 'missing')
    const { resumeToken } = iterator
    expect(resumeToken).toMatch(/^[\x21-\x7e]+$/)
    expect([...idsBefore, ...(await idsOf(listFrom(client, resumeToken)))]).toEqual(allIds)
  })

  test('is null when everything was delivered', async () => {
    const iterator = clientOf(await startContactServer())
      .contacts.list()
      .items()
    await idsOf(iterator)
    expect(iterator.resumeToken).toBeNull()
  })

  test('of an iterator over pages continues with the next page', async () => {
    const client = clientOf(await startContactServer())
    const iterator = client.contacts.list().pages()
    await iterator.next()
    expect(await idsOf(listFrom(client, iterator.resumeToken))).toEqual(allIds.slice(3))
  })

  test('continues after its item in a changed list, or with the whole page if the item is gone', async () => {
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

  test('finds its item in pages that are smaller than those of its list', async () => {
    const server = await startServer(
      json(listOf(items(1, 2, 3, 4), 'd')),
      json(listOf(items(1, 2), 'b')),
      json(listOf(items(3, 4), 'd')),
      json(listOf(items(5))),
      json(listOf(items(1), 'a')),
      json(listOf(items(2), 'b')),
      json(listOf(items(3), 'c')),
      json(listOf(items(4), 'd')),
    )
    const client = clientOf(server)
    const iterator = client.contacts.list({ limit: 4 }).items()
    for (const id of ['ct_1', 'ct_2', 'ct_3']) expect((await iterator.next()).value).toEqual({ id })
    const resume = iterator.resumeToken ?? ''
    const smaller = client.contacts.list({ limit: 2 }, { resume })
    expect(await idsOf(smaller)).toEqual(['ct_4', 'ct_5'])
    expect(await client.contacts.list({}, { resume }).first()).toEqual({ id: 'ct_4' })
    expect(server.seen[4]?.url).toContain('limit=1')
  })

  test('does not change when a page fails during the search for its item', async () => {
    const server = await startServer(
      json(listOf(items(1, 2), 'b')),
      json({}, 400),
      json(listOf(items(3, 4))),
    )
    const iterator = listFrom(clientOf(server), tokenOf(server, { after: 'ct_3' })).items()
    await failureOf(iterator.next())
    expect(iterator.resumeToken).toBe(tokenOf(server, { after: 'ct_3' }))
    expect(await idsOf(iterator)).toEqual(['ct_4'])
  })

  test('applies to its own page only, even if a later page has its item again', async () => {
    const server = await startServer(json(listOf(items(1), 'a')), json(listOf(items(5, 1, 6))))
    const list = clientOf(server).contacts.list({}, { resume: tokenOf(server, { after: 'ct_1' }) })
    expect(await idsOf(list)).toEqual(['ct_5', 'ct_1', 'ct_6'])
  })

  test('that does not find its item in smaller pages returns every item of these pages', async () => {
    const server = await startServer(
      json(listOf(items(1, 2), 'b')),
      json(listOf(items(3, 4), 'd')),
      json(listOf(items(5))),
    )
    const list = clientOf(server).contacts.list({}, { resume: tokenOf(server, { after: 'ct_9' }) })
    expect(await idsOf(list)).toEqual(['ct_1', 'ct_2', 'ct_3', 'ct_4', 'ct_5'])
  })

  test('searches as many items as the largest page has', async () => {
    const half = (first: number) => items(...Array.from({ length: 50 }, (_, at) => first + at))
    const server = await startServer(json(listOf(half(1), 'a')), json(listOf(half(51), 'b')))
    const iterator = clientOf(server)
      .contacts.list({}, { resume: tokenOf(server, { after: 'ct_999' }) })
      .items()
    expect((await iterator.next()).value).toEqual({ id: 'ct_1' })
    expect(server.seen).toHaveLength(2)
  })

  test('does not change when the signal aborts as its page arrives', async () => {
    const server = await startServer(json(listOf(items(1, 2, 3))))
    const controller = new AbortController()
    const client = clientOf(server, {
      middleware: [
        {
          async wrapCall(next) {
            const result = await next()
            controller.abort()
            return result
          },
        },
      ],
    })
    const options = { resume: tokenOf(server, { after: 'ct_1' }), signal: controller.signal }
    const iterator = client.contacts.list({}, options).items()
    expect(await failureOf(iterator.next())).toMatchObject({ code: 'aborted' })
    expect(iterator.resumeToken).toBe(tokenOf(server, { after: 'ct_1' }))
  })

  test('leaves out an id that is not a string', async () => {
    const server = await startServer(json(listOf([{ id: 7 }, { id: 8 }])))
    const iterator = clientOf(server).contacts.list().items()
    await iterator.next()
    expect(iterator.resumeToken).toBe(tokenOf(server, {}))
  })

  test.each([
    '',
    'r2:',
    'r2:l:f:%:',
    'r1:l:f:a:b',
    'conv_1',
    'xr2:l:f:a:b',
    'r2:l:f:a:b:c',
    'r2:::a:b',
  ])('of the form %j is refused', async (resume) => {
    const server = await startContactServer()
    const call = clientOf(server).contacts.list({}, { resume })
    expect(await failureOf(call)).toMatchObject({
      code: 'invalid_argument',
      operation: 'contacts.list',
      attempts: 0,
    })
    expect(server.seen).toEqual([])
  })

  test.each<[string, (client: Client, resume: string) => PromiseLike<unknown>]>([
    ['another resource', (client, resume) => client.meetings.list({}, { resume })],
    ['other filters', (client, resume) => client.contacts.list({ email: 'a@b.c' }, { resume })],
    ['another address', (_client, resume) => clientOver(undefined).contacts.list({}, { resume })],
  ])('is refused for %s, before anything is sent', async (_name, listOther) => {
    const server = await startContactServer()
    const client = clientOf(server)
    const iterator = client.contacts.list().items()
    await iterator.next()
    const requestCount = server.seen.length
    const failure = await failureOf(listOther(client, iterator.resumeToken ?? ''))
    expect(failure).toMatchObject({ code: 'wrong_list', attempts: 0 })
    expect(failure).toHaveProperty(
      'message',
      expect.stringContaining(`${new URL(server.origin).host}/v1/contacts`),
    )
    expect(server.seen).toHaveLength(requestCount)
  })

  test('contains no filter, because a filter may name a person', async () => {
    const client = clientOf(await startContactServer())
    const iterator = client.contacts.list({ email: 'ada@example.com' }).items()
    await iterator.next()
    expect(iterator.resumeToken).not.toMatch(/ada|example/)
  })

  test('accepts the same filters in another order, and another page size', async () => {
    const client = clientOf(await startContactServer())
    const since = new Date(0)
    const iterator = client.contacts.list({ email: 'a@b.c', updated_since: since }).items()
    await iterator.next()
    const query = { updated_since: since.toISOString(), limit: 2, email: 'a@b.c' }
    const resumed = client.contacts.list(query, { resume: iterator.resumeToken ?? '' })
    expect(await resumed.first()).toEqual({ id: 'ct_2' })
  })

  test('cannot be combined with a cursor of the caller', async () => {
    const server = await startContactServer()
    const client = clientOf(server)
    const call = client.contacts.list(
      { starting_after: 'a' },
      { resume: tokenOf(server, { cursor: 'a' }) },
    )
    expect(await failureOf(call)).toMatchObject({ code: 'invalid_argument' })
    expect(await idsOf(client.contacts.list({ starting_after: 'a' }))).toEqual(allIds.slice(3))
  })
})

test('an iteration that is stopped and resumed anywhere yields each item once', async () => {
  const sizes = fc.array(fc.nat({ max: 4 }), { minLength: 1, maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(
      sizes,
      fc.array(fc.nat({ max: 6 }), { maxLength: 8 }),
      async (pages, itemCounts) => {
        let next = 0
        const data = pages.map((size) =>
          Array.from({ length: size }, () => ({ id: `i:${next++}` })),
        )
        const owner = { list: 'api.example.com/v1/items', filters: '' }
        let resume: string | null = writeResumeToken({}, owner)
        const openIterator = () =>
          createListCall<{ id: string }>(() => ({
            describe: (error) => error,
            paged: true,
            signal: undefined,
            prefetch: false,
            maxItems: Number.POSITIVE_INFINITY,
            owner,
            start: readResumeToken(resume ?? '', owner),
            fetchPage: async (cursor) => {
              const number = Number(cursor?.slice('%:'.length) ?? 0)
              const hasMore = number + 1 < data.length
              const list = {
                object: 'list' as const,
                data: data[number] ?? [],
                has_more: hasMore,
                next_cursor: hasMore ? `%:${number + 1}` : null,
              }
              return { data: list, meta: {} as never }
            },
          })).items()
        const ids: string[] = []
        for (const itemCount of [...itemCounts, Number.POSITIVE_INFINITY]) {
          if (resume === null) break
          const iterator = openIterator()
          for (let taken = 0; taken < itemCount; taken++) {
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
