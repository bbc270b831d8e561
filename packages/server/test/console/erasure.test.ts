import type { Store } from '@doorkit/store'
import { expect, test } from 'vitest'
import { collections } from '../../src/collections/all-collections.ts'
import { agentOf, textChunks } from '../support/agents.ts'
import { until } from '../support/faulty-store.ts'
import { caller } from '../support/kit.ts'
import { openPage, sentEvents } from '../support/site.ts'
import { describeOverStores } from '../support/stores.ts'
import { baseUrl, createConsoleKit, pageHeaders } from './console-kit.ts'

const email = 'ada@example.com'
const secretText = 'xyzzy'

const agent = agentOf(async function* ({ tools, messages }) {
  const text = messages.at(-1)?.text ?? ''
  if (text.includes('@')) await tools.save_lead.execute({ email, name: 'Ada Lovelace' })
  if (text.includes('person')) {
    await tools.request_handoff?.execute({ reason: 'asked_for_person', note: secretText })
  }
  yield* textChunks('Of course.')
})

async function openConversation(store: Store) {
  const kit = await createConsoleKit({ agent, store })
  const { doorkit, workspace } = kit
  await doorkit.workspaces.update(workspace.id, { agent: { live: true } })
  const [siteKey] = await doorkit.siteKeys.list({ workspace: workspace.id })
  const page = openPage({
    send: (path, init) => doorkit.site.fetch(`http://localhost/v1${path}`, init),
    siteKey: siteKey?.id ?? '',
  })
  await page.visit()
  await page.say(`I am Ada, ${email}, ${secretText}, and want a person.`)
  const { id } = (await page.json('GET', '/conversation')).json
  const cookie = await kit.signIn('agent')
  const erase = () => caller(kit)('POST', '/privacy/erasures', { body: { email } })
  return { ...kit, page, id: id as string, cookie, erase }
}

describeOverStores('an erasure while the visitor waits for a person', (openStore) => {
  test('ends the wait, and the agent answers again', async () => {
    const { doorkit, request, cookie, erase, id, key } = await openConversation(openStore())
    const readWaiting = async () =>
      (await request('GET', '/api/inbox?state=waiting', { cookie })).json
    expect((await readWaiting()).data).toMatchObject([{ id }])
    expect((await erase()).status).toBe(201)
    expect((await readWaiting()).data).toEqual([])
    expect(await doorkit.metrics()).toContain('doorkit_handoffs{state="waiting"} 0\n')
    const call = caller({ doorkit, key })
    const { json } = await call('GET', `/conversations/${id}`)
    expect([json.message_count, json.team.state]).toEqual([0, 'agent'])
    const types = (await call('GET', '/events')).json.data.map((one: { type: string }) => one.type)
    expect(types).not.toContain('handoff.unanswered')
    expect((await erase()).status).toBe(201)
  })
})

describeOverStores('an erasure while a person answers the visitor', (openStore) => {
  test('removes the person from the conversation, and leaves nothing of the visitor', async () => {
    const store = openStore()
    const kit = await openConversation(store)
    const { doorkit, clock, request, page, id, cookie } = kit
    const joined = await request('POST', `/api/inbox/${id}/join`, { cookie })
    expect(joined.json.team.state).toBe('person')
    await page.say(`My word is ${secretText}.`)
    await request('POST', `/api/inbox/${id}/messages`, {
      cookie,
      body: { text: `Hello Ada, ${secretText} it is.` },
    })

    const inbox = await kit.console.fetch(`${baseUrl}/api/inbox_changes`, {
      mountPath: '/console',
      headers: { ...pageHeaders, Cookie: cookie },
    })
    const received: { message_count: number; team: { state: string } }[] = []
    const reading = (async () => {
      for await (const { data } of sentEvents(inbox)) {
        received.push(...JSON.parse(data ?? '').conversations)
      }
    })().catch(() => {})
    const visitorEvents = (await page.call('GET', '/events')).response

    const erased = await kit.erase()
    expect(erased.json).toMatchObject({ conversations: 1, contact_deleted: true })
    await until(async () => {
      clock.advance(500)
      await doorkit.ping()
      return received.some((one) => one.message_count === 0 && one.team.state === 'agent')
    })

    const shown = await request('GET', `/api/conversations/${id}?expand=messages`, { cookie })
    expect(shown.json).toMatchObject({ message_count: 0, messages: [] })
    expect(shown.text).not.toMatch(/Ada|xyzzy/)
    expect((await request('GET', '/api/inbox?state=person', { cookie })).json.data).toEqual([])
    expect(await doorkit.metrics()).toContain('doorkit_handoffs{state="person"} 0\n')
    const late = await request('POST', `/api/inbox/${id}/messages`, {
      cookie,
      body: { text: 'Are you there?' },
    })
    expect([late.status, late.json.code]).toEqual([409, 'conflict'])

    clock.advance(10_000)
    await doorkit.worker.tick()
    for (const { plan } of collections) {
      const rows = await store.list({
        in: plan.name,
        index: 'id',
        where: [],
        dir: 'asc',
        limit: 1_000,
      })
      expect([plan.name, JSON.stringify(rows)]).toEqual([
        plan.name,
        // A sealed key can contain the letters of a short name by chance.
        expect.not.stringMatching(/\bAda\b|xyzzy|ada@example/),
      ])
    }
    const again = await page.json('GET', '/conversation')
    expect(again.text).not.toMatch(/Ada|xyzzy/)
    await visitorEvents.body?.cancel()
    doorkit.retire()
    await reading
  })
})
