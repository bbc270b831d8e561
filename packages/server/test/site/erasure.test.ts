import { hash } from 'node:crypto'
import type { Store } from '@doorkit/store'
import { expect, test } from 'vitest'
import { signVisitor } from '../../src/index.ts'
import { agentOf, textChunks } from '../support/agents.ts'
import { caller } from '../support/kit.ts'
import { createSiteKit, openPage } from '../support/site.ts'
import { describeOverStores } from '../support/stores.ts'

const email = 'ada@example.com'
const agent = agentOf(async function* ({ tools, messages }) {
  if (messages.at(-1)?.text.includes('@')) await tools.save_lead.execute({ email })
  yield* textChunks('Thank you.')
})

const siteVisitorsIn = (store: Store) =>
  store.list({
    in: 'site_visitors',
    index: 'site_visitors_seen',
    where: [],
    dir: 'asc',
    limit: 10,
  })

describeOverStores('an erasure', (openStore) => {
  test.each(['signed in', 'known by a lead', 'not tracked'])(
    'of a visitor who was %s leaves nothing that their tokens could find',
    async (how) => {
      const store = openStore()
      const kit = await createSiteKit({ store, agent })
      const page = openPage(kit)
      await page.visit(how === 'not tracked' ? { do_not_track: true } : {})
      await page.say(how === 'signed in' ? 'Hello, I am Ada' : `Hello, I am Ada, ${email}`)
      const { id: workspace } = kit.workspace
      if (how === 'signed in') {
        const secret = await kit.doorkit.siteKeys.identitySecret({ workspace })
        await page.identify(signVisitor({ secret, workspace, email, now: kit.clock.now() }))
      }
      const erased = await caller(kit)('POST', '/privacy/erasures', { body: { email } })
      expect(erased.status).toBe(201)
      const { json, text } = await page.json('GET', '/conversation')
      expect(json.messages).toEqual([])
      expect(text).not.toContain('Ada')
      expect(await siteVisitorsIn(store)).toEqual([])
      expect((await page.visit()).json).toMatchObject({
        identity: null,
        conversation: { id: null },
      })
    },
  )

  test('of a person who used the browser before keeps the next person signed in', async () => {
    const kit = await createSiteKit({ store: openStore(), agent })
    const page = openPage(kit)
    await page.visit()
    await page.say(`Hello, I am Ada, ${email}`)
    delete page.kept.visit
    await page.visit()
    const { id: workspace } = kit.workspace
    const secret = await kit.doorkit.siteKeys.identitySecret({ workspace })
    const grace = { email: 'grace@example.com' }
    await page.identify(signVisitor({ secret, workspace, ...grace, now: kit.clock.now() }))
    const erased = await caller(kit)('POST', '/privacy/erasures', { body: { email } })
    expect(erased.json).toMatchObject({ conversations: 1 })
    expect((await page.json('GET', '/conversation')).text).not.toContain('Ada')
    expect((await page.visit()).json).toMatchObject({ identity: grace })
  })

  test('of a visitor who signs in before it ends leaves the row of the sign-in whole', async () => {
    const store = openStore()
    let signIn: (() => Promise<unknown>) | undefined
    let writesOfErasure = 0
    const commit: typeof store.commit = async (ops, options) => {
      const result = await store.commit(ops, options)
      // An erasure writes its row before it erases the rows that it has found, and again with its receipt.
      writesOfErasure += ops.filter(
        (op) => op.in === 'unfinished_erasures' && op.op === 'insert',
      ).length
      if (ops.some((op) => op.in === 'site_visitors' && op.op === 'remove')) {
        await signIn?.()
        signIn = undefined
      }
      return result
    }
    const kit = await createSiteKit({ store: { ...store, commit }, agent })
    const page = openPage(kit)
    await page.visit()
    await page.say('Hello')
    const { id: workspace } = kit.workspace
    const secret = await kit.doorkit.siteKeys.identitySecret({ workspace })
    signIn = () => page.identify(signVisitor({ secret, workspace, email, now: kit.clock.now() }))
    const visitor = page.kept.visitor ?? ''
    expect(await kit.doorkit.privacy.erase({ workspace, visitor })).toMatchObject({
      conversations: 1,
    })
    expect(writesOfErasure).toBe(2)
    const [row, ...others] = await siteVisitorsIn(store)
    expect(row?.columns).toMatchObject({ visitor: row?.id, email })
    expect(others).toEqual([])
    expect((await page.visit()).json).toMatchObject({ identity: { email } })
  })

  test('of a visitor who begins a visit at the same time leaves nothing of them in the answer', async () => {
    const store = openStore()
    let erase: (() => Promise<unknown>) | undefined
    const commit: typeof store.commit = async (ops, options) => {
      if (ops.some((op) => op.in === 'visits' && op.op === 'insert')) {
        await erase?.()
        erase = undefined
      }
      return store.commit(ops, options)
    }
    const kit = await createSiteKit({ store: { ...store, commit }, agent })
    const page = openPage(kit)
    await page.visit()
    await page.say(`Hello, I am Ada, ${email}`)
    // The visit is over, and the visitor was seen more than a day ago.
    kit.clock.advance(2 * 86_400_000)
    erase = () => kit.doorkit.privacy.erase({ workspace: kit.workspace.id, email })
    const { status, json, text } = await page.visit()
    expect(status).toBe(201)
    expect(erase).toBeUndefined()
    expect(json).toMatchObject({ identity: null, conversation: { id: null } })
    expect(text).not.toContain('Ada')
    expect(await siteVisitorsIn(store)).toEqual([])
  })

  test.each([
    ['visitor token', 'visitor'],
    ['visitor id', 'visitor'],
    ['external id', 'external_id'],
  ] as const)(
    'by `doorkit.privacy` finds a person who has no email address by their %s, as an export does',
    async (by, kind) => {
      const kit = await createSiteKit({ store: openStore(), agent })
      const { id: workspace } = kit.workspace
      const page = openPage(kit)
      await page.visit()
      const call = caller(kit)
      if (kind === 'visitor') await page.say('Hello, I am Ada')
      else {
        const visitor = { external_id: 'user-7' }
        const { json } = await call('POST', '/chat/sessions', { body: { visitor } })
        const body = { text: 'Hello, I am Ada' }
        await call('POST', `/chat/sessions/${json.id}/messages`, { body })
      }
      const token = page.kept.visitor ?? ''
      const [claims = ''] = token.slice(4).split('.')
      const id =
        kind === 'visitor' ? JSON.parse(Buffer.from(claims, 'base64url').toString())[3] : 'user-7'
      // The token expired long ago, and still names its visitor.
      kit.clock.advance(60 * 86_400_000)
      const person = { workspace, [kind]: by === 'visitor token' ? token : id } as Parameters<
        typeof kit.doorkit.privacy.erase
      >[0]
      const exported = await kit.doorkit.privacy.export(person)
      expect(exported.conversations).toMatchObject([
        { messages: [{ text: 'Hello, I am Ada' }, {}] },
      ])
      expect(exported.visits).toHaveLength(kind === 'visitor' ? 1 : 0)
      const receipt = await kit.doorkit.privacy.erase(person)
      expect(receipt).toMatchObject({ conversations: 1, email_hash: hash('sha256', id) })
      expect(await kit.doorkit.privacy.export(person)).toMatchObject({
        conversations: [],
        visits: [],
      })
      const read = await call('GET', '/conversations?expand=messages')
      expect(read.text).not.toContain('Ada')
      expect((await page.json('GET', '/conversation')).text).not.toContain('Ada')
    },
  )

  test('by `doorkit.privacy` and the external id of a contact erases everything under the address of the contact', async () => {
    const kit = await createSiteKit({ store: openStore(), agent })
    const { id: workspace } = kit.workspace
    await caller(kit)('POST', '/contacts', { body: { email, external_id: 'user-7' } })
    const [laptop, phone] = [openPage(kit), openPage(kit)]
    const secret = await kit.doorkit.siteKeys.identitySecret({ workspace })
    for (const page of [laptop, phone]) {
      await page.visit()
      await page.identify(signVisitor({ secret, workspace, email, now: kit.clock.now() }))
    }
    await phone.say('Hello, I am Ada')
    const receipt = await kit.doorkit.privacy.erase({ workspace, external_id: 'user-7' })
    expect(receipt).toMatchObject({ contact_deleted: true, conversations: 1 })
    for (const page of [laptop, phone]) {
      expect((await page.json('GET', '/conversation')).json.messages).toEqual([])
    }
  })

  test('by `doorkit.privacy` refuses a visitor token that was changed, or belongs to another workspace', async () => {
    const kit = await createSiteKit({ store: openStore(), agent })
    const page = openPage(kit)
    await page.visit()
    const visitor = page.kept.visitor ?? ''
    const other = await kit.anotherWorkspace()
    for (const person of [
      { workspace: other.id, visitor },
      { workspace: kit.workspace.id, visitor: `${visitor.slice(0, -1)}` },
    ]) {
      await expect(kit.doorkit.privacy.erase(person)).rejects.toMatchObject({
        code: 'invalid_input',
        param: 'visitor',
      })
    }
  })

  test('by `doorkit.privacy` refuses two names for one person, and an unknown workspace', async () => {
    const { doorkit, workspace } = await createSiteKit({ store: openStore() })
    const wrong = { workspace: workspace.id, visitor: 'v', external_id: 'e' }
    await expect(doorkit.privacy.erase(wrong)).rejects.toMatchObject({ code: 'invalid_input' })
    await expect(doorkit.privacy.erase({ workspace: 'ws_0', email })).rejects.toMatchObject({
      code: 'not_found',
    })
  })
})
