import { siteLimits } from '@doorkit/models/site'
import { describe, expect, test } from 'vitest'
import { agentOf, textChunks } from '../support/agents.ts'
import { hosts } from '../support/hosts.ts'
import { acme, createSiteKit, openPage } from '../support/site.ts'

const agent = agentOf(function* () {
  for (const word of ['One ', 'two ', 'three.']) yield* textChunks(word)
})

describe.each(hosts)('over $name', ({ serve, name }) => {
  async function setUp() {
    const kit = await createSiteKit({ agent })
    const { send } = await serve({ ...kit.doorkit, ...kit.doorkit.site })
    return { ...kit, send }
  }

  test('a page begins a visit, chats and reads the conversation', async () => {
    const kit = await setUp()
    const page = openPage(kit)
    const begun = await page.visit()
    expect(begun.status).toBe(201)
    expect(begun.headers.get('access-control-allow-origin')).toBe(acme)
    expect(begun.headers.get('cache-control')).toBe('no-store, no-transform')
    expect(begun.headers.get('vary')).toContain('Origin')
    expect((await page.say('Count')).text).toBe('One two three.')
    expect((await page.json('GET', '/conversation')).json.messages).toHaveLength(2)
  })

  test('a preflight needs no site key, allows no credentials, and is valid for ten minutes', async () => {
    const kit = await setUp()
    const { status, headers, text } = await openPage(kit).json('OPTIONS', '/messages', undefined, {
      headers: {
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'authorization,content-type',
      },
    })
    expect([status, text]).toEqual([204, ''])
    expect(headers.get('access-control-allow-origin')).toBe(acme)
    expect(headers.get('access-control-allow-methods')).toBe('GET, POST')
    expect(headers.get('access-control-allow-headers')).toContain('Authorization')
    expect(headers.get('access-control-max-age')).toBe('600')
    expect(headers.get('access-control-allow-credentials')).toBe(null)
    expect(headers.get('set-cookie')).toBe(null)
  })

  test('a refusal has a code, and can be read by the page', async () => {
    const kit = await setUp()
    const { status, headers, json } = await openPage(kit).json('GET', '/conversation')
    expect([status, json.code]).toEqual([401, 'authentication_required'])
    expect(headers.get('access-control-allow-origin'), name).toBe(acme)
  })
})

test('loopback origins are allowed on every port for a test workspace, and not for a live workspace', async () => {
  const kit = await createSiteKit()
  const testWorkspace = { name: 'T', website: 'https://t.example', mode: 'test' } as const
  const { id } = await kit.doorkit.workspaces.create(testWorkspace)
  const [testKey] = await kit.doorkit.siteKeys.list({ workspace: id })
  const local = [
    'http://localhost:3000',
    'http://127.0.0.1:8080',
    'http://[::1]:1',
    'https://localhost',
  ]
  const far = ['http://localhost.evil.example', 'http://10.0.0.1', 'https://acme.example']
  const statusOf = async (siteKey: string, origin: string) =>
    (await openPage({ send: kit.send, siteKey }, origin).visit()).status
  for (const origin of local) {
    expect(await statusOf(testKey?.id ?? '', origin), origin).toBe(201)
    expect(await statusOf(kit.siteKey, origin), origin).toBe(403)
  }
  for (const origin of far) expect(await statusOf(testKey?.id ?? '', origin), origin).toBe(403)
})

test('a change of the origins of a site key takes effect with the next request', async () => {
  const kit = await createSiteKit()
  const page = openPage(kit)
  await page.visit()
  const shop = 'https://shop.acme.example'
  await kit.doorkit.siteKeys.update({ workspace: kit.workspace.id, origins: [shop] })
  expect((await openPage(kit, shop).visit()).status).toBe(201)
  expect((await page.json('GET', '/conversation')).status).toBe(403)
})

test('without an Origin header, a GET is accepted if its fetch metadata says that its origin is the same, and a POST is refused', async () => {
  const kit = await createSiteKit()
  const page = openPage(kit)
  await page.visit()
  const own = openPage(kit, null)
  Object.assign(own.kept, page.kept)
  const read = (site: string) =>
    own.json('GET', '/conversation', undefined, { headers: { 'Sec-Fetch-Site': site } })
  expect((await read('same-origin')).status).toBe(200)
  expect((await read('cross-site')).status).toBe(403)
  const stop = { headers: { 'Sec-Fetch-Site': 'same-origin' } }
  expect((await own.json('POST', '/messages/stop', {}, stop)).status).toBe(403)
})

test('an IPv4 address or a /64 network of IPv6 can send 120 requests a minute, and no other one waits for it', async () => {
  const kit = await createSiteKit({ clientAddress: ({ header }) => header('x-client') })
  const from = (client: string, secret: string | null = 'pk_live_guessed') =>
    openPage(kit).json('GET', '/conversation', undefined, {
      secret,
      headers: { 'x-client': client },
    })
  const limit = siteLimits.addressRequestsPerMinute
  const statuses = []
  for (let sent = 0; sent < limit; sent += 1) statuses.push((await from('198.51.100.1')).status)
  expect(new Set(statuses)).toEqual(new Set([401]))
  const refused = await from('198.51.100.1', null)
  expect([refused.status, refused.json.code]).toEqual([429, 'rate_limited'])
  expect(refused.headers.get('retry-after')).toBe('60')
  expect(refused.headers.get('access-control-allow-origin')).toBe(acme)
  expect((await from('198.51.100.2')).status).toBe(401)
  for (let sent = 0; sent < limit; sent += 1) await from(`2001:db8:1:2::${sent}`)
  expect((await from('2001:db8:1:2:ffff::1')).status).toBe(429)
  expect((await from('2001:db8:1:3::1')).status).toBe(401)
  kit.clock.advance(60_000)
  expect((await from('198.51.100.1')).status).toBe(401)
})

test('a site can start as many visits a minute as its plan allows requests, and started visits continue', async () => {
  const kit = await createSiteKit({ plans: { apex: { requests_per_minute: 3 } } })
  const pages = [openPage(kit), openPage(kit), openPage(kit)]
  for (const page of pages) expect((await page.visit()).status).toBe(201)
  const refused = await openPage(kit).visit()
  expect([refused.status, refused.json.code]).toEqual([429, 'rate_limited'])
  for (const page of pages) expect((await page.json('GET', '/conversation')).status).toBe(200)
})

test('onRequest gets every request of a page, with the site key and without the visitor, and the request log gets none', async () => {
  const reports: object[] = []
  const kit = await createSiteKit({ onRequest: (report) => void reports.push(report) })
  const page = openPage(kit)
  await page.visit()
  await page.json('GET', '/conversation')
  const common = { key: kit.siteKey, workspace: kit.workspace.id }
  expect(reports).toMatchObject([
    { operation: 'visits.begin', status: 201, ...common },
    { operation: 'conversation.get', status: 200, ...common },
  ])
  expect(JSON.stringify(reports)).not.toContain('vtr_')
  expect(await kit.doorkit.requests.list({ workspace: kit.workspace.id })).toEqual([])
})

test('the country of a visit is the one that the host reports, or else unknown', async () => {
  const visit = async (options: object) => {
    const kit = await createSiteKit(options)
    const page = openPage(kit)
    await page.visit({}, { 'cf-ipcountry': 'DE' })
    const { workspace } = kit
    const rows = await kit.store.list({
      in: 'visits',
      index: 'visits_started',
      where: [],
      dir: 'asc',
      limit: 10,
    })
    expect(rows[0]?.columns.workspace).toBe(workspace.id)
    return rows[0]?.data
  }
  expect(await visit({})).toMatchObject({ country: null })
  const country = ({ header }: { header(name: string): string | null }) => header('cf-ipcountry')
  expect(await visit({ country })).toMatchObject({ country: 'DE' })
})

test('a visitor is known for 30 days after their last visit, and a visit continues for 30 minutes', async () => {
  const kit = await createSiteKit({ agent })
  const page = openPage(kit)
  const first = await page.visit()
  await page.say('Hello')
  kit.clock.advance(30 * 60_000 - 1)
  const continued = await page.visit()
  expect(continued.json.id).toBe(first.json.id)
  kit.clock.advance(30 * 60_000)
  const next = await page.visit()
  expect(next.json.id).not.toBe(first.json.id)
  expect(next.json.conversation.id).not.toBe(null)
  kit.clock.advance(30 * 86_400_000 - 1)
  expect((await page.visit()).json.conversation.id).toBe(next.json.conversation.id)
  kit.clock.advance(30 * 86_400_000)
  expect((await page.visit()).json.conversation.id).toBe(null)
})
