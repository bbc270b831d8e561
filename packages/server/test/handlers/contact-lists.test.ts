import { expect, test } from 'vitest'
import { caller, createKit } from '../support/kit.ts'
import { idsOf, walk } from '../support/pages.ts'
import { describeForBothStores, type OpenStore } from '../support/stores.ts'

const ada = { email: 'ada@example.com' }

async function setUp(openStore: OpenStore) {
  const kit = await createKit({ store: openStore() })
  const call = caller(kit)
  const post = async (body: object) => (await call('POST', '/contacts', { body })).json
  return { kit, call, post }
}

describeForBothStores('GET /contacts', (openStore) => {
  test('lists the last changed first', async () => {
    const { kit, call, post } = await setUp(openStore)
    for (const name of ['a', 'b', 'c']) {
      await post({ email: `${name}@example.com` })
      kit.clock.advance(1_000)
    }
    await post({ email: 'a@example.com', company: 'A' })
    const { data } = (await call('GET', '/contacts')).json
    expect(data.map(({ email }: { email: string }) => email[0]).join('')).toBe('acb')
  })

  test('ends with the last one: a page that is just full has no next', async () => {
    const { call, post } = await setUp(openStore)
    for (const name of ['a', 'b', 'c']) await post({ email: `${name}@example.com` })
    const pageOf = async (limit: number) => {
      const { json } = await call('GET', `/contacts?limit=${limit}`)
      return [json.data.length, json.has_more, json.next_cursor === null]
    }
    expect(await pageOf(2)).toEqual([2, true, false])
    expect(await pageOf(3)).toEqual([3, false, true])
    expect(await pageOf(4)).toEqual([3, false, true])
  })

  test('finds one by its address, in any case', async () => {
    const { call, post } = await setUp(openStore)
    await post(ada)
    await post({ email: 'bob@example.com' })
    const { json } = await call('GET', '/contacts?email=ADA%40example.com')
    expect(json.data.map(({ email }: { email: string }) => email)).toEqual(['ada@example.com'])
    expect((await call('GET', '/contacts?email=eve%40example.com')).json).toEqual({
      object: 'list',
      data: [],
      has_more: false,
      next_cursor: null,
    })
  })

  test('updated_since is inclusive', async () => {
    const { kit, call, post } = await setUp(openStore)
    await post({ email: 'a@example.com' })
    kit.clock.advance(1_000)
    await post({ email: 'b@example.com' })
    const since = async (time: string) =>
      (await call('GET', `/contacts?updated_since=${encodeURIComponent(time)}`)).json.data.length
    expect(await since('2026-10-12T09:30:00Z')).toBe(2)
    expect(await since('2026-10-12T09:30:00.001Z')).toBe(1)
    expect(await since('2026-10-12T11:30:01+02:00')).toBe(1)
    expect(await since('2026-10-12T09:30:01.001Z')).toBe(0)
  })

  test('pages skip and repeat nothing while others write', async () => {
    const { kit, call, post } = await setUp(openStore)
    for (let at = 0; at < 30; at += 1) {
      await post({ email: `p${at}@example.com` })
      if (at % 4 === 0) kit.clock.advance(1)
    }
    const before = idsOf((await call('GET', '/contacts?limit=100')).json.data)
    const pages = await walk(call, '/contacts?limit=7', async (page) => {
      kit.clock.advance(1)
      await post({ email: `new${page}@example.com` })
    })
    expect(pages.map(({ length }) => length)).toEqual([7, 7, 7, 7, 2])
    expect(idsOf(pages.flat())).toEqual(before)
  })

  test('limit may change between pages, the filter may not', async () => {
    const { call, post } = await setUp(openStore)
    for (const name of ['a', 'b', 'c']) await post({ email: `${name}@example.com` })
    const first = (await call('GET', '/contacts?limit=1')).json
    const rest = `starting_after=${first.next_cursor}`
    expect((await call('GET', `/contacts?limit=2&${rest}`)).json.data).toHaveLength(2)
    const time = 'updated_since=2026-10-12T09:30:00Z'
    const { status, json } = await call('GET', `/contacts?${time}&${rest}`)
    expect([status, json.param]).toEqual([400, 'starting_after'])
  })

  test('what was not visible to a read carries its time or a later one', async () => {
    const { kit, call, post } = await setUp(openStore)
    kit.clock.advance(5_000)
    const start = new Date(kit.clock.now()).toISOString()
    await call('GET', '/contacts')
    // Another server whose clock is behind.
    kit.clock.advance(-2_000)
    const { updated_at } = await post(ada)
    expect(Date.parse(updated_at)).toBeGreaterThanOrEqual(Date.parse(start))
  })
})
