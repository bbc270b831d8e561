import { expect, test } from 'vitest'
import { signVisitor } from '../../src/index.ts'
import { agentOf, textChunks } from '../support/agents.ts'
import { caller } from '../support/kit.ts'
import { createSiteKit, openPage } from '../support/site.ts'
import { describeOverStores } from '../support/stores.ts'

const email = 'ada@example.com'
const agent = agentOf(async function* ({ tools, messages }) {
  const text = messages.at(-1)?.text ?? ''
  if (text.includes('@')) await tools.save_lead.execute({ email })
  if (text.includes('person')) await tools.request_handoff?.execute({ reason: 'asked_for_person' })
  yield* textChunks('Thank you.')
})

describeOverStores('a preview of the team', (openStore) => {
  async function setUp() {
    const kit = await createSiteKit({ store: openStore(), agent })
    const { id: workspace } = kit.workspace
    const token = await kit.doorkit.site.previewToken({ workspace })
    return { kit, workspace, token, page: openPage(kit), call: caller(kit) }
  }

  test('is counted nowhere, emits no event, and is marked as a test', async () => {
    const { kit, page, token, call } = await setUp()
    const post = async (path: string, body?: object) =>
      (await call('POST', path, body ? { body } : {})).json
    const greeting = await post('/link_greetings', { name: 'G', text: 'Hi', buttons: [] })
    const link = await post('/personal_links', { name: 'L', page: '/', greeting: greeting.id })
    const opening = await post('/experiments', { name: 'T', pages: ['/'], headline: 'Hello' })
    await post(`/experiments/${opening.id}/variants`, { headline: 'Hi there' })
    await post(`/experiments/${opening.id}/start`)
    const { json } = await page.visit({ preview_token: token, page_url: link.url })
    expect(json).toMatchObject({ greeting: { text: 'Hi' }, opening: { experiment: opening.id } })
    expect(json).toMatchObject({ preview: true, visitor_token: null, visitor_expires_at: null })
    await page.json('POST', '/visits/openings', { seen: 'chat' })
    const { variant } = json.opening
    expect((await page.json('POST', '/visits/openings', { variant })).status).toBe(200)
    await page.say(`I am ${email}`)
    await page.say('Can I talk to a person?')
    expect((await page.json('GET', '/conversation')).json.status).toBe('handed_off')
    const { json: events } = await call('GET', '/events')
    expect(events.data.map(({ type }: { type: string }) => type)).toEqual(['experiment.started'])
    const { json: linked } = await call('GET', `/personal_links/${link.id}`)
    expect(linked.results).toMatchObject({ visits: 0, chats: 0 })
    const { json: tested } = await call('GET', `/experiments/${opening.id}`)
    for (const { results } of tested.variants) expect(results.views).toBe(0)
    const findCounts = async () =>
      (await call('GET', '/analytics')).text.match(/"(?:visitors|leads|conversations)":[1-9]/g)
    expect(await findCounts()).toBe(null)
    expect((await call('GET', '/conversations')).json.data).toEqual([])
    const tests = await call('GET', '/conversations?include_test=true')
    expect(tests.json.data).toMatchObject([{ test: true, channel: 'website' }])
    const { json: workspace } = await call('GET', '/workspace')
    expect(workspace.usage).toEqual({ chat_sessions_this_month: 0 })
    await openPage(kit).visit()
    expect(await findCounts()).toContain('"visitors":1')
  })

  test('continues as a preview on the next page, and leaves nothing to later visits', async () => {
    const { kit, workspace, page, token } = await setUp()
    await page.visit()
    await page.say('As a visitor')
    const { visitor } = page.kept
    const begun = await page.visit({ preview_token: token })
    expect(begun.json).toMatchObject({ preview: true, conversation: { id: null } })
    const next = await page.visit()
    expect([next.json.preview, next.json.id]).toEqual([true, begun.json.id])
    const secret = await kit.doorkit.siteKeys.identitySecret({ workspace })
    await page.identify(signVisitor({ secret, workspace, email, now: kit.clock.now() }))
    await page.say('As the team')
    const after = openPage(kit)
    after.kept.visitor = visitor ?? ''
    const { json } = await after.visit()
    expect(json.preview).toBe(false)
    expect(json.conversation.messages[0]).toMatchObject({ text: 'As a visitor' })
    await after.identify(signVisitor({ secret, workspace, email, now: kit.clock.now() }))
    const phone = openPage(kit)
    await phone.visit()
    const found = await phone.identify(
      signVisitor({ secret, workspace, email, now: kit.clock.now() }),
    )
    expect(found.json.conversation.messages[0]).toMatchObject({ text: 'As a visitor' })
  })

  test('is refused with a token that is expired, changed, of another workspace or of another kind', async () => {
    const { kit, page, token, workspace } = await setUp()
    const other = await kit.anotherWorkspace()
    await page.visit()
    const tokens = [
      await kit.doorkit.site.previewToken({ workspace: other.id }),
      `${token}x`,
      token.replace('dvp_', 'dvt_'),
      page.kept.visit,
      page.kept.visitor,
    ]
    for (const preview_token of tokens) {
      const { status, json } = await openPage(kit).visit({ preview_token })
      expect([status, json.param]).toEqual([422, 'preview_token'])
    }
    const short = await kit.doorkit.site.previewToken({ workspace, expiresInSeconds: 60 })
    kit.clock.advance(60_000)
    expect((await openPage(kit).visit({ preview_token: short })).status).toBe(422)
    expect((await openPage(kit).visit({ preview_token: token })).status).toBe(201)
    await expect(kit.doorkit.site.previewToken({ workspace: 'ws_none' })).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  test('has a token that authenticates no other request', async () => {
    const { page, token } = await setUp()
    for (const [method, path] of [
      ['POST', '/visits'],
      ['GET', '/conversation'],
      ['GET', '/events'],
    ] as const) {
      expect((await page.json(method, path, undefined, { secret: token })).status).toBe(401)
    }
  })
})

describeOverStores('a visit that asks not to be tracked', (openStore) => {
  const listVisitors = async (kit: Awaited<ReturnType<typeof createSiteKit>>) => {
    const rows = await kit.store.list({
      in: 'visits',
      index: 'visits_started',
      where: [],
      dir: 'asc',
      limit: 100,
    })
    return rows.map(({ columns }) => columns.visitor)
  }

  test('stores no visitor id, and can still chat', async () => {
    const kit = await createSiteKit({ store: openStore(), agent })
    const page = openPage(kit)
    const first = await page.visit({ do_not_track: true })
    expect(first.json).toMatchObject({ visitor_token: null, visitor_expires_at: null })
    expect((await page.say('Hello')).status).toBe(200)
    const reloaded = await page.visit()
    expect(reloaded.json).toMatchObject({ id: first.json.id, visitor_token: null })
    expect(reloaded.json.conversation.messages).toHaveLength(2)
    kit.clock.advance(31 * 60_000)
    const next = await page.visit({ do_not_track: true })
    expect(next.json.conversation.id).toBe(null)
    expect(await listVisitors(kit)).toEqual([null, null])
  })

  test('does not continue the conversation of a known visitor', async () => {
    const kit = await createSiteKit({ store: openStore(), agent })
    const page = openPage(kit)
    const known = await page.visit()
    await page.say('Hello')
    const next = await page.visit({ do_not_track: true })
    expect(next.json.id).not.toBe(known.json.id)
    expect(next.json.conversation.id).toBe(null)
    expect((await listVisitors(kit)).filter(Boolean)).toHaveLength(1)
  })

  test('can be recognized by the host from a header, and then stores no visitor id either', async () => {
    const kit = await createSiteKit({
      store: openStore(),
      agent,
      keepsVisitor: ({ header }) => header('sec-gpc') !== '1',
    })
    const page = openPage(kit)
    const { json } = await page.visit({}, { 'Sec-GPC': '1' })
    expect(json.visitor_token).toBe(null)
    const { id: workspace } = kit.workspace
    const secret = await kit.doorkit.siteKeys.identitySecret({ workspace })
    const signed = await page.identify(
      signVisitor({ secret, workspace, email, now: kit.clock.now() }),
    )
    expect(signed.json).toMatchObject({ visitor_token: null, identity: { email } })
    expect(await listVisitors(kit)).toEqual([null])
    expect((await openPage(kit).visit()).json.visitor_token).toMatch(/^dvr_/)
  })
})

test('chats of the website do not count against the allowance of the chat API', async () => {
  const kit = await createSiteKit({ agent, plans: { apex: { chat_sessions_per_month: 1 } } })
  for (const page of [openPage(kit), openPage(kit)]) {
    await page.visit()
    expect((await page.say('Hello')).status).toBe(200)
  }
  const call = caller(kit)
  expect((await call('POST', '/chat/sessions', { body: {} })).status).toBe(201)
  expect((await call('POST', '/chat/sessions', { body: {} })).json.code).toBe('quota_exceeded')
})
