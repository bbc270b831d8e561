import { expect, test } from 'vitest'
import { generateMasterKey, signVisitor } from '../../src/index.ts'
import { agentOf, textChunks } from '../support/agents.ts'
import { caller } from '../support/kit.ts'
import { createSiteKit, openPage } from '../support/site.ts'
import { describeOverStores } from '../support/stores.ts'

const agent = agentOf(() => textChunks('Hello.'))
const email = 'ada@example.com'

test('a signature is a plain HMAC, so other languages can make the same one', () => {
  const options = { secret: 'identity-secret', workspace: 'ws_1', expiresInSeconds: 3_600 }
  const expected = {
    email,
    expires: 1_800_000_000,
    signature: 'caf50bd3c8fdc9d34ab8538e371b91ae22725a39447d58fd7d96572916865bd6',
  }
  const now = (1_800_000_000 - 3_600) * 1_000
  expect(signVisitor({ ...options, email, now })).toEqual(expected)
  expect(signVisitor({ ...options, email: 'Ada@Example.COM', now: now + 999 })).toEqual(expected)
})

async function setUp(options: Parameters<typeof createSiteKit>[0] = {}) {
  const kit = await createSiteKit({ agent, ...options })
  const workspace = kit.workspace.id
  const secret = await kit.doorkit.siteKeys.identitySecret({ workspace })
  const sign = (more: object = {}) =>
    signVisitor({ secret, workspace, email, now: kit.clock.now(), ...more })
  const newPage = async () => {
    const page = openPage(kit)
    await page.visit()
    return page
  }
  return { kit, workspace, secret, sign, newPage }
}

describeOverStores('a visitor who is signed in', (openStore) => {
  test('stays signed in, keeps the conversation, and finds it on another device', async () => {
    const { kit, sign, newPage } = await setUp({ store: openStore() })
    const laptop = await newPage()
    await laptop.say('From my laptop')
    const signed = await laptop.identify(sign())
    expect(signed.json).toMatchObject({ identity: { email }, conversation: { status: 'open' } })
    const phone = await newPage()
    const found = await phone.identify(sign({ email: 'ADA@example.com' }))
    expect(found.json.conversation).toEqual(signed.json.conversation)
    expect(found.json.conversation.messages).toHaveLength(2)
    expect((await phone.visit()).json).toMatchObject({ identity: { email } })
    const { json } = await caller(kit)('GET', '/conversations')
    const exported = await kit.doorkit.fetch('http://localhost/v1/privacy/exports', {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${kit.key.secret}`,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({ email }),
    })
    expect(await exported.json()).toMatchObject({ conversations: [{ id: json.data[0].id }] })
  })

  test('is hidden from the next person on the same device', async () => {
    const { kit, sign, newPage } = await setUp({ store: openStore() })
    const page = await newPage()
    await page.identify(sign())
    await page.say('I am Ada')
    const before = { ...page.kept }
    const other = await page.identify(sign({ email: 'grace@example.com' }))
    expect(other.json).toMatchObject({
      identity: { email: 'grace@example.com' },
      conversation: { id: null, messages: [] },
    })
    expect(page.kept.visitor).not.toBe(before.visitor)
    await page.say('I am Grace')
    expect((await page.json('GET', '/conversation')).text).not.toContain('Ada')
    const ada = openPage(kit)
    await ada.visit()
    expect((await ada.identify(sign())).text).toContain('I am Ada')
  })

  test('cannot be impersonated by somebody who types their address in the chat', async () => {
    const { sign, newPage } = await setUp({
      store: openStore(),
      agent: agentOf(async function* ({ tools }) {
        await tools.save_lead.execute({ email })
        yield* textChunks('Thank you.')
      }),
    })
    const ada = await newPage()
    await ada.identify(sign())
    await ada.say('A secret of Ada')
    const eve = await newPage()
    await eve.say(`I am ${email}`)
    expect((await eve.visit()).json).toMatchObject({ identity: null })
    expect((await eve.json('GET', '/conversation')).text).not.toContain('secret of Ada')
  })
})

test.each([
  ['that has expired', ({ now }: { now: number }) => ({ now: now - 3_600_000 })],
  ['for another workspace', () => ({ workspace: 'ws_other' })],
  ['with another secret', () => ({ secret: 'dis_guessed' })],
])('a signature %s is refused', async (_name, change) => {
  const { kit, sign, newPage } = await setUp()
  const page = await newPage()
  const answer = await page.identify(sign(change({ now: kit.clock.now() })))
  expect([answer.status, answer.json.code, answer.json.param]).toEqual([
    422,
    'unprocessable',
    'signature',
  ])
  expect((await page.visit()).json.identity).toBe(null)
})

test('a signature is refused for another address, another expiry, and with any digit changed', async () => {
  const { sign, newPage } = await setUp()
  const page = await newPage()
  const good = sign()
  const { signature } = good
  const changed = Array.from(signature, (digit, at) => ({
    ...good,
    signature: `${signature.slice(0, at)}${digit === '0' ? '1' : '0'}${signature.slice(at + 1)}`,
  }))
  const all = [
    { ...good, email: 'eve@example.com' },
    { ...good, expires: good.expires + 1 },
    ...changed,
  ]
  for (const identity of all) expect((await page.identify(identity)).status).toBe(422)
  expect((await page.identify(good)).status).toBe(200)
})

test('a signature signs nobody in to another workspace, or after its secret was replaced', async () => {
  const { kit, workspace, sign, newPage } = await setUp()
  const other = await kit.anotherWorkspace()
  const [key] = await kit.doorkit.siteKeys.list({ workspace: other.id })
  const there = openPage({ send: kit.send, siteKey: key?.id ?? '' }, 'https://b.example')
  await there.visit()
  expect((await there.identify(sign())).status).toBe(422)
  const old = sign()
  const ofReplacedKey = await newPage()
  await kit.doorkit.siteKeys.replace({ workspace, keepMs: 60_000 })
  await kit.doorkit.siteKeys.replaceIdentitySecret({ workspace })
  for (const page of [await newPage(), ofReplacedKey]) {
    expect((await page.identify(old)).status).toBe(422)
  }
})

test('a captured identity signs nobody in after it expired or on an origin that the site does not allow', async () => {
  const { kit, sign, newPage } = await setUp()
  const page = await newPage()
  const captured = sign({ expiresInSeconds: 60 })
  expect((await page.identify(captured)).status).toBe(200)
  const evil = openPage(kit, 'https://evil.example')
  Object.assign(evil.kept, page.kept)
  expect((await evil.identify(captured)).status).toBe(403)
  kit.clock.advance(60_000)
  for (const thief of [page, await newPage()]) {
    const { status, json } = await thief.identify(captured)
    expect([status, json.param]).toEqual([422, 'signature'])
  }
})

test('tokens and signatures stay valid after a master key is added', async () => {
  const masterKeys = [generateMasterKey(1)]
  const { kit, sign, newPage } = await setUp({ masterKeys })
  const page = await newPage()
  await page.say('Hello')
  const next = await createSiteKit({
    store: kit.store,
    masterKeys: [...masterKeys, generateMasterKey(2)],
  })
  const moved = openPage({ send: next.send, siteKey: kit.siteKey })
  Object.assign(moved.kept, page.kept)
  expect((await moved.json('GET', '/conversation')).json.messages).toHaveLength(2)
  expect((await moved.identify(sign())).status).toBe(200)
})
