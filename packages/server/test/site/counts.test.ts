import { expect, test } from 'vitest'
import { experimentArms } from '../../src/collections/experiment-arm.ts'
import { agentOf, textChunks } from '../support/agents.ts'
import { winning } from '../support/experiments.ts'
import { caller } from '../support/kit.ts'
import { acme, createSiteKit, openPage } from '../support/site.ts'
import { describeOverStores } from '../support/stores.ts'

const agent = agentOf(async function* ({ tools, messages }) {
  const text = messages.at(-1)?.text ?? ''
  if (text.includes('@')) await tools.save_lead.execute({ email: text })
  yield* textChunks('Thank you.')
})

async function setUp(options: object) {
  const kit = await createSiteKit({ agent, ...options })
  const call = caller(kit)
  const post = async (path: string, body?: object) => {
    const { status, json } = await call('POST', path, body ? { body } : {})
    expect([200, 201]).toContain(status)
    return json
  }
  /** Starts an opening test with two variants on a page. */
  const startTest = async () => {
    const openingTest = await post('/experiments', {
      name: 'T',
      pages: ['/prices'],
      headline: 'Hello',
    })
    await post(`/experiments/${openingTest.id}/variants`, { headline: 'Hi there' })
    return post(`/experiments/${openingTest.id}/start`)
  }
  const readAnalytics = async () => (await call('GET', '/analytics')).json
  return { kit, call, post, startTest, readAnalytics }
}

describeOverStores('the visitors of a site', (openStore) => {
  test('count in the funnel, for their page, source and device', async () => {
    const { kit, readAnalytics } = await setUp({ store: openStore() })
    const page = openPage(kit)
    const phone = { 'User-Agent': 'Mozilla/5.0 (iPhone) Mobile' }
    await page.visit(
      { page_url: `${acme}/prices?a=1`, referrer: 'https://www.google.com/search' },
      phone,
    )
    await page.visit({ page_url: `${acme}/prices` }, phone)
    await page.json('POST', '/visits/openings', {})
    await page.json('POST', '/visits/openings', {})
    await page.say('Hello')
    await page.say('ada@example.com')
    const { funnel, pages, sources, devices } = await readAnalytics()
    expect(funnel.map(({ visitors }: { visitors: number }) => visitors)).toEqual([1, 1, 1, 1, 1, 0])
    const reached = { visitors: 1, conversations: 1, leads: 1 }
    expect(pages).toMatchObject([{ label: '/prices', ...reached }])
    expect(sources).toMatchObject([{ label: 'google', ...reached }])
    expect(devices).toMatchObject([{ label: 'mobile' }])
    const events = await caller(kit)('GET', '/events')
    expect(events.json.data.map(({ type }: { type: string }) => type).sort()).toEqual([
      'conversation.started',
      'lead.captured',
    ])
  })

  test('each see the same variant when the page loads again, and count for it', async () => {
    const { kit, call, startTest } = await setUp({ store: openStore() })
    const openingTest = await startTest()
    const page_url = `${acme}/prices`
    const viewCounts = new Map<string, number>()
    for (let visitor = 0; visitor < 12; visitor += 1) {
      const page = openPage(kit)
      const { json } = await page.visit({ page_url })
      const { variant, experiment } = json.opening
      expect(experiment).toBe(openingTest.id)
      expect((await page.visit({ page_url })).json.opening.variant).toBe(variant)
      const pageTwo = await page.json('POST', '/visits/pages', { page_url: `${acme}/` })
      expect(pageTwo.json).toEqual({ object: 'site_page', opening: null, greeting: null })
      if (visitor >= 8) continue
      viewCounts.set(variant, (viewCounts.get(variant) ?? 0) + 1)
      await page.json('POST', '/visits/openings', { variant })
      if (visitor < 4) await page.say('Hello')
    }
    const { json } = await call('GET', `/experiments/${openingTest.id}`)
    const results = json.variants.map((variant: { id: string; results: { views: number } }) => [
      variant.id,
      variant.results.views,
    ])
    expect(results.filter(([, views]: [string, number]) => views > 0).sort()).toEqual(
      [...viewCounts].sort(),
    )
    const chats = json.variants.map(
      ({ results }: { results: { stages: { chats: number } } }) => results.stages.chats,
    )
    expect(chats.reduce((sum: number, count: number) => sum + count, 0)).toBe(4)
    const { json: list } = await call('GET', '/conversations')
    expect(list.data[0].opening).toMatchObject({ experiment: openingTest.id })
  })

  test('count only for a variant that was shown in their visit: once per visitor for the variant, once per visit in the funnel', async () => {
    const { kit, call, readAnalytics, startTest } = await setUp({ store: openStore() })
    const openingTest = await startTest()
    const ids: readonly string[] = openingTest.variants.map(({ id }: { id: string }) => id)
    const other = await kit.anotherWorkspace()
    const foreign = await other.call('POST', '/experiments', {
      body: { name: 'T', pages: ['/'], headline: 'Hello' },
    })
    const page = openPage(kit)
    const see = async (body: object) => {
      const { status, json } = await page.json('POST', '/visits/openings', body)
      return [status, json.code, json.param]
    }
    const readCounts = async () => {
      const { json } = await call('GET', `/experiments/${openingTest.id}`)
      const views = json.variants.map(
        (variant: { results: { views: number } }) => variant.results.views,
      )
      const { funnel } = await readAnalytics()
      return [...views, funnel[1].visitors, funnel[2].visitors]
    }
    const refused = [422, 'unprocessable', 'variant']
    const first = await page.visit({ page_url: `${acme}/` })
    expect(first.json.opening).toBe(null)
    for (const variant of [...ids, foreign.json.variants[0].id, 'var_unknown']) {
      expect(await see({ variant })).toEqual(refused)
      expect(await see({ seen: 'chat', variant })).toEqual(refused)
    }
    expect(await readCounts()).toEqual([0, 0, 0, 0])
    const { json } = await page.json('POST', '/visits/pages', { page_url: `${acme}/prices` })
    const { variant } = json.opening
    const rest = ids.filter((id) => id !== variant)
    for (const unseen of rest) expect(await see({ variant: unseen })).toEqual(refused)
    await Promise.all([see({ variant }), see({ variant })])
    await page.visit({ page_url: `${acme}/prices` })
    expect(await see({ variant })).toEqual([200, undefined, undefined])
    const expected = ids.map((id) => Number(id === variant))
    expect(await readCounts()).toEqual([...expected, 1, 0])
    // The next visit has not been shown the variant yet.
    kit.clock.advance(31 * 60_000)
    await page.visit({ page_url: `${acme}/` })
    expect(await see({ variant })).toEqual(refused)
    const again = await page.visit({ page_url: `${acme}/prices` })
    expect(again.json.opening.variant).toBe(variant)
    expect(await see({ variant })).toEqual([200, undefined, undefined])
    expect(await readCounts()).toEqual([...expected, 2, 0])
  })

  test('count for the personal link that brought them, and are greeted by name', async () => {
    const { kit, call, post } = await setUp({ store: openStore() })
    const greeting = await post('/link_greetings', {
      name: 'G',
      text: 'Hi {first|there}, how is {company|your team}?',
      buttons: [{ label: 'Fine', message: 'Fine' }],
    })
    const link = await post('/personal_links', {
      name: 'L',
      page: '/prices',
      greeting: greeting.id,
    })
    const page = openPage(kit)
    const { json } = await page.visit({ page_url: `${link.url}&dw_first=Ada&dw_email=a%40b.de` })
    expect(json.greeting).toEqual({
      link: link.id,
      text: 'Hi Ada, how is your team?',
      buttons: [{ label: 'Fine', message: 'Fine' }],
    })
    await page.say('Fine')
    const results = (await call('GET', `/personal_links/${link.id}`)).json.results
    expect(results).toMatchObject({ visits: 1, chats: 1 })
    const { json: list } = await call('GET', '/conversations')
    expect(list.data[0].link).toBe(link.id)
    expect(JSON.stringify(list)).not.toContain('a@b.de')
  })
})

test('each of two variants is shown to about half of the visitors; after a third is added, each visitor sees it or the same one as before', async () => {
  const { kit, post, startTest } = await setUp({})
  const openingTest = await startTest()
  const pages = Array.from({ length: 300 }, () => openPage(kit))
  const see = async () => {
    const variants: string[] = []
    for (const page of pages) {
      const { json } = await page.visit({ page_url: `${acme}/prices` })
      variants.push(json.opening.variant)
    }
    return variants
  }
  const count = (variants: readonly string[]) =>
    [...new Set(variants)].map((shown) => variants.filter((variant) => variant === shown).length)
  const before = await see()
  for (const number of count(before)) expect(Math.abs(number - 150)).toBeLessThan(45)
  const after = await post(`/experiments/${openingTest.id}/variants`, { headline: 'Hey' })
  const added = after.variants.at(-1).id
  const now = await see()
  expect(count(now)).toHaveLength(3)
  expect(now.every((variant, at) => variant === before[at] || variant === added)).toBe(true)
})

test('an opening test that is not running shows nothing, unless its winner was applied', async () => {
  const { kit, post } = await setUp({})
  const openingTest = await post('/experiments', {
    name: 'T',
    pages: ['/prices'],
    headline: 'Hello',
  })
  const page = openPage(kit)
  const see = async () => (await page.visit({ page_url: `${acme}/prices?a` })).json.opening
  expect(await see()).toBe(null)
  const { variants } = await post(`/experiments/${openingTest.id}/variants`, {
    headline: 'Hi there',
  })
  expect(await see()).toBe(null)
  await post(`/experiments/${openingTest.id}/start`)
  const [control, other] = variants.map(({ id }: { id: string }) => id)
  await kit.store.commit([
    experimentArms.patch(kit.workspace.id, control, { set: winning.control }),
    experimentArms.patch(kit.workspace.id, other, { set: winning.variant }),
  ])
  const { variant } = await see()
  // This view decides the opening test.
  await page.json('POST', '/visits/openings', { variant })
  expect(await see()).toBe(null)
  await post(`/experiments/${openingTest.id}/apply_winner`)
  expect(await see()).toMatchObject({ variant: other, headline: 'Hi there' })
})

test('a chat session that a host opens in a visit counts in the funnel, and a session without a visit does not', async () => {
  const kit = await createSiteKit({
    agent: agentOf(async function* ({ tools, messages }) {
      if (messages.at(-1)?.text.includes('@')) {
        await tools.save_lead.execute({ email: 'ada@example.com' })
      }
      yield* textChunks('Thank you.')
    }),
  })
  const call = caller(kit)
  const { json: visit } = await openPage(kit).visit({ page_url: `${acme}/prices?utm_source=news` })
  const opened = await call('POST', '/chat/sessions', { body: { visit: visit.id } })
  expect(opened.status).toBe(201)
  const body = { text: 'I am ada@example.com' }
  await call('POST', `/chat/sessions/${opened.json.id}/messages`, { body })
  const { json } = await call('GET', `/conversations/${opened.json.conversation}`)
  expect(json).toMatchObject({ page_path: '/prices', channel: 'api', visitor: { source: 'news' } })
  const readAnalytics = async () => (await call('GET', '/analytics')).text
  const counted = await readAnalytics()
  expect(counted).toMatch(/"leads":1/)
  const alone = await call('POST', '/chat/sessions', { body: {} })
  await call('POST', `/chat/sessions/${alone.json.id}/messages`, { body })
  expect(await readAnalytics()).toBe(counted)
})

test('a chat session in an unknown visit, or in a visit of another workspace, is refused', async () => {
  const { kit, call } = await setUp({})
  const { json: visit } = await openPage(kit).visit()
  const other = await kit.anotherWorkspace()
  await kit.doorkit.workspaces.update(other.id, { agent: { live: true }, plan: 'apex' })
  const attempts = [
    [call, 'vis_unknown'],
    [other.call, visit.id],
  ] as const
  for (const [send, wrong] of attempts) {
    const refused = await send('POST', '/chat/sessions', { body: { visit: wrong } })
    expect([refused.status, refused.json.param]).toEqual([422, 'visit'])
  }
})
