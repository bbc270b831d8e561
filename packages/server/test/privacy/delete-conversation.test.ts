import { expect, test } from 'vitest'
import { idempotency } from '../../src/collections/idempotency-key.ts'
import { createDoorkit } from '../../src/index.ts'
import { interposedStore } from '../support/interposed-store.ts'
import { caller, createKit, type KitOptions } from '../support/kit.ts'
import { createSiteKit, openPage } from '../support/site.ts'
import { describeOverMemory, describeOverStores } from '../support/stores.ts'

const day = 86_400_000

async function setUp(options: KitOptions = {}) {
  const kit = await createKit(options)
  const call = caller(kit)
  const open = async () => {
    const { id, conversation } = (await call('POST', '/chat/sessions', { body: {} })).json
    const say = (text: string) => call('POST', `/chat/sessions/${id}/messages`, { body: { text } })
    return { id, conversation: conversation as string, say }
  }
  return { ...kit, call, open }
}

describeOverMemory('the deletion of a conversation', (store) => {
  test('removes its transcript, its session and the content of its events', async () => {
    const { call, open, doorkit, clock } = await setUp({ store: store() })
    const [gone, other] = [await open(), await open()]
    await gone.say('My secret is xyzzy. I want to talk to a person.')
    await other.say('Hello')
    clock.advance(5_000)
    await doorkit.worker.tick()
    expect(JSON.stringify((await call('GET', '/events')).json)).toContain('xyzzy')

    const headers = { 'Idempotency-Key': 'delete-1' }
    const first = await call('DELETE', `/conversations/${gone.conversation}`, { headers })
    expect([first.status, first.json]).toEqual([
      200,
      { id: gone.conversation, object: 'conversation', deleted: true },
    ])
    const again = await call('DELETE', `/conversations/${gone.conversation}`, { headers })
    expect(again.json).toEqual(first.json)
    const { status } = await call('DELETE', `/conversations/${gone.conversation}`)
    expect(status).toBe(404)

    for (const path of [`/conversations/${gone.conversation}`, `/chat/sessions/${gone.id}`]) {
      expect((await call('GET', path)).status).toBe(404)
    }
    expect((await gone.say('Still there?')).status).toBe(404)
    const listed = (await call('GET', '/conversations?expand=messages')).json
    expect(listed.data.map(({ id }: { id: string }) => id)).toEqual([other.conversation])
    expect(JSON.stringify((await call('GET', '/events')).json)).not.toContain('xyzzy')
    expect((await doorkit.worker.tick()).givenBack).toBe(0)
  })

  test('leaves nothing of it in a replay, even if the stored answer is written again during the deletion', async () => {
    const { store: interposed, beforeCommit } = interposedStore(store())
    const { call } = await setUp({ store: interposed })
    const open = () =>
      call('POST', '/chat/sessions', { body: {}, headers: { 'Idempotency-Key': 'open' } })
    const { conversation } = (await open()).json
    let rewritten = 0
    beforeCommit(
      (op) => op.op === 'patch' && op.in === 'idempotency',
      async () => {
        const query = { index: 'idempotency_expires', where: [], dir: 'asc', limit: 10 } as const
        const rows = await idempotency.list(interposed, query)
        await interposed.commit(rows.map((row) => idempotency.edit(row, { data: row.data })))
        rewritten = rows.length
      },
    )
    await call('DELETE', `/conversations/${conversation}`)
    expect(rewritten).toBe(1)
    const replay = await open()
    expect([replay.status, replay.text.includes(conversation)]).toEqual([404, false])
  })

  test('emits one event without personal data, to the endpoints that subscribe to its type by name', async () => {
    const { call, open, doorkit, clock } = await setUp({ store: store() })
    const endpoint = async (events: string[]) => {
      const body = { url: 'https://hooks.example/in', events }
      return (await call('POST', '/webhook_endpoints', { body })).json.id as string
    }
    const [all, named] = [await endpoint(['*']), await endpoint(['conversation.deleted'])]
    const { conversation: id, say } = await open()
    await say('My secret is xyzzy.')
    const deletions = Array.from({ length: 3 }, () => call('DELETE', `/conversations/${id}`))
    const answers = (await Promise.all(deletions)).map(({ status }) => status)
    expect(answers.sort()).toEqual([200, 404, 404])
    clock.advance(5_000)
    await doorkit.worker.tick()
    const events = (await call('GET', '/events')).json.data as { type: string; data: object }[]
    const deleted = events.filter(({ type }) => type === 'conversation.deleted')
    expect(deleted.map(({ data }) => data)).toEqual([
      { object: { id, object: 'conversation', deleted: true } },
    ])
    const typesOf = async (of: string) =>
      (await call('GET', `/webhook_endpoints/${of}/deliveries`)).json.data.map(
        ({ event_type }: { event_type: string }) => event_type,
      )
    expect(await typesOf(named)).toEqual(['conversation.deleted'])
    expect(await typesOf(all)).toEqual(['conversation.started'])
  })

  test('needs the scope privacy:write, and an API key of the workspace', async () => {
    const { call, open, doorkit, workspace, anotherWorkspace } = await setUp({ store: store() })
    const { conversation } = await open()
    const key = await doorkit.keys.create({
      workspace: workspace.id,
      name: 'Chat',
      scopes: ['chat:write', 'conversations:read'],
    })
    const path = `/conversations/${conversation}`
    expect((await caller({ doorkit, key })('DELETE', path)).status).toBe(403)
    expect((await (await anotherWorkspace()).call('DELETE', path)).status).toBe(404)
    expect((await call('GET', path)).status).toBe(200)
  })

  test('on a website lets the visitor begin a new conversation', async () => {
    const kit = await createSiteKit({ store: store() })
    const page = openPage(kit)
    await page.visit()
    await page.say('Hello')
    const { id } = (await page.json('GET', '/conversation')).json
    expect((await caller(kit)('DELETE', `/conversations/${id}`)).status).toBe(200)
    expect((await page.json('GET', '/conversation')).json).toMatchObject({ id: null, messages: [] })
    await page.say('Hello again')
    expect((await page.json('GET', '/conversation')).json.messages).toHaveLength(2)
  })
})

describeOverStores('a conversation that is deleted while a visitor writes', (store) => {
  test('is removed with its session, and no message brings it back', async () => {
    const { call, open } = await setUp({ store: store() })
    const { conversation, id, say } = await open()
    await say('Hello')
    const [deleted, ...said] = await Promise.all([
      call('DELETE', `/conversations/${conversation}`),
      ...Array.from({ length: 5 }, (_, nth) => say(`Line ${nth}`)),
    ])
    expect(deleted.status).toBe(200)
    for (const { status } of said) expect([200, 404, 409]).toContain(status)
    expect((await call('GET', `/chat/sessions/${id}`)).status).toBe(404)
    expect((await call('GET', '/conversations?include_test=true')).json.data).toEqual([])
  })
})

describeOverMemory('the removal of old rows', (store) => {
  test('can be previewed, and then removes exactly the rows that the preview counted', async () => {
    const { call, open, doorkit, clock } = await setUp({
      store: store(),
      retention: { conversations: '30d', meetings: '60d' },
    })
    const [old, recent] = [await open(), await open()]
    await old.say('Hello')
    // The grading is the last change of the conversation.
    clock.advance(day / 24)
    await doorkit.worker.tick()
    clock.advance(20 * day)
    await recent.say('Hello')
    clock.advance(11 * day)
    expect(await doorkit.retention.preview()).toMatchObject([
      { kind: 'conversations', count: 1 },
      { kind: 'meetings', count: 0 },
    ])
    await doorkit.worker.tick()
    const listed = (await call('GET', '/conversations')).json.data
    expect(listed.map(({ id }: { id: string }) => id)).toEqual([recent.conversation])
    expect((await doorkit.retention.preview())[0]?.count).toBe(0)
    clock.advance(31 * day)
    expect((await doorkit.retention.apply())[0]?.count).toBe(1)
  })

  test('keeps all conversations if the option does not name them, and refuses an invalid age', async () => {
    const { call, open, doorkit, clock, store: own } = await setUp({ store: store() })
    await (await open()).say('Hello')
    clock.advance(4_000 * day)
    await doorkit.worker.tick()
    expect((await call('GET', '/conversations')).json.data).toHaveLength(1)
    expect(() => createDoorkit({ store: own, retention: { conversations: '0d' } })).toThrow(
      'retention.conversations',
    )
  })
})
