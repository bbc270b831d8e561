import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createClient, type ListOptions } from '../../src/index.ts'
import { failureOf } from '../support/failure-of.ts'
import { listOf } from '../support/scripted-server.ts'

/** The event at one request for a page, and the size of a page. */
interface Reply {
  readonly size: number
  readonly event: 'nothing' | 'insert' | 'remove' | 'fail'
}

const replies = fc.array(
  fc.record<Reply>({
    size: fc.nat({ max: 4 }),
    event: fc.constantFrom('nothing', 'nothing', 'insert', 'remove', 'fail'),
  }),
  { minLength: 1, maxLength: 30 },
)

/** How many items are read before each stop, and how many calls of `next` overlap. */
const legs = fc.array(
  fc.record({ items: fc.nat({ max: 7 }), overlapping: fc.integer({ min: 1, max: 4 }) }),
  {
    maxLength: 8,
  },
)

/** A list with keyset pagination, newest first, that changes between requests. */
function createChangingList(count: number, script: readonly Reply[]) {
  let items = Array.from({ length: count }, (_, index) => count - index)
  const stable = new Set(items)
  let newest = count
  let requests = 0
  let hasChanged = false

  function apply({ event }: Reply) {
    hasChanged ||= event === 'insert' || event === 'remove'
    if (event === 'insert') items = [++newest, ...items]
    if (event === 'remove' && items.length > 0) {
      const [gone = 0] = items.splice(requests % items.length, 1)
      stable.delete(gone)
    }
  }

  return {
    stable,
    hasChanged: () => hasChanged,
    async fetch(url: string): Promise<Response> {
      const reply = script[requests++ % script.length] ?? { size: 1, event: 'nothing' as const }
      // The server fails sometimes, but not forever.
      if (reply.event === 'fail' && requests % 2 === 1) {
        return Response.json({ code: 'not_found' }, { status: 404 })
      }
      apply(reply)
      const cursor = new URL(url).searchParams.get('starting_after') ?? `${Number.MAX_SAFE_INTEGER}`
      const [before = 0, emptyPages = 0] = cursor.split('.').map(Number)
      const rest = items.filter((number) => number < before)
      // A few pages in a row may be empty although more items follow.
      const { size: wish } = script[(before + emptyPages) % script.length] ?? reply
      const size = emptyPages < 3 ? wish : Math.max(1, wish)
      const page = rest.slice(0, size)
      const last = page.at(-1) ?? before
      const next = page.length > 0 ? `${last}` : `${last}.${emptyPages + 1}`
      const data = page.map((number) => ({ id: `ct_${number}` }))
      return Response.json(listOf(data, rest.length > page.length ? next : null))
    },
  }
}

describe('reading a list', () => {
  test('skips nothing if the list changes and the reader stops and resumes anywhere, and repeats nothing if the list stays the same', async () => {
    let legCount = 0
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: 25 }),
        replies,
        legs,
        fc.boolean(),
        async (count, script, legs, prefetch) => {
          const list = createChangingList(count, script)
          const client = createClient({
            apiKey: 'dk_test_secret',
            baseUrl: 'https://host/v1',
            fetch: list.fetch,
          })
          const ids: string[] = []
          let resume: string | null | undefined
          for (const { items, overlapping } of [...legs, { items: 1_000, overlapping: 3 }]) {
            if (resume === null) break
            const options: ListOptions = { prefetch, ...(resume === undefined ? {} : { resume }) }
            const iterator = client.contacts.list({}, options).items()
            const enough = ids.length + items
            for (let hasEnded = false, failures = 0; !hasEnded && ids.length < enough; ) {
              const calls = Array.from({ length: Math.min(overlapping, enough - ids.length) }, () =>
                iterator.next().catch((error: unknown) => {
                  failures++
                  return error
                }),
              )
              for (const result of await Promise.all(calls)) {
                if (result instanceof Error) continue
                const { done, value } = result as IteratorResult<{ id: string }, undefined>
                hasEnded ||= done === true
                if (value) ids.push(value.id)
              }
              expect(failures).toBeLessThan(200)
            }
            resume = iterator.resumeToken
            await iterator.return()
            legCount++
          }
          expect(resume).toBeNull()
          for (const number of list.stable) expect(ids).toContain(`ct_${number}`)
          if (!list.hasChanged()) expect(new Set(ids).size).toBe(ids.length)
        },
      ),
      { numRuns: 300 },
    )
    expect(legCount).toBeGreaterThan(300)
  })
})

describe('a list with arbitrary cursors', () => {
  test('ends with an error before a page is fetched twice', async () => {
    const graph = fc
      .integer({ min: 1, max: 30 })
      .chain((size) => fc.array(fc.nat({ max: size - 1 }), { minLength: size, maxLength: size }))
    await fc.assert(
      fc.asyncProperty(graph, fc.boolean(), async (next, prefetch) => {
        const cursors: (string | null)[] = []
        const client = createClient({
          apiKey: 'dk_test_secret',
          baseUrl: 'https://host/v1',
          async fetch(url) {
            const cursor = new URL(url).searchParams.get('starting_after')
            cursors.push(cursor)
            const index = cursor === null ? 0 : Number(cursor)
            return Response.json(listOf([{ id: 'ct_1' }], String(next[index])))
          },
        })
        const iterator = client.contacts.list({}, { prefetch }).items()
        const walk = (async () => {
          for (;;) await iterator.next()
        })()
        expect(await failureOf(walk)).toMatchObject({ code: 'cursor_repeated' })
        expect(await failureOf(iterator.next())).toMatchObject({ code: 'cursor_repeated' })
        expect(new Set(cursors).size).toBe(cursors.length)
      }),
    )
  })
})
