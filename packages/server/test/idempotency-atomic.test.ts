import { expect, test } from 'vitest'
import { agentOf, textChunks } from './support/agents.ts'
import { faultyStore, until } from './support/faulty-store.ts'
import { type Call, caller, createKit, type KitOptions, passTime } from './support/kit.ts'
import { type OpenStore, overStores } from './support/stores.ts'

const once = { 'Idempotency-Key': 'once' }
const ada = { email: 'ada@example.com' }

const agent = agentOf(async function* ({ tools }) {
  await tools.save_lead.execute({ email: ada.email, name: 'Ada' })
  await tools.request_handoff?.execute({ reason: 'asked_for_person' })
  yield* textChunks('Somebody will call.')
})

async function setUp(openStore: OpenStore, options: KitOptions = {}) {
  const faults = faultyStore(openStore())
  const kit = await createKit({ agent, store: faults.store, ...options })
  const call = caller(kit)
  return { kit, call, faults }
}

const count = async (call: Call, path: string) => (await call('GET', path)).json.data.length

/** Operations whose second run would be visible. */
const effects: readonly {
  readonly name: string
  /** A collection that only the commit of the effect writes to. */
  readonly collection: string
  readonly prepare?: (call: Call) => Promise<string>
  readonly request: (call: Call, id: string) => ReturnType<Call>
  readonly effects: (call: Call, id: string) => Promise<unknown>
  readonly once: unknown
}[] = [
  {
    name: 'creating a webhook endpoint',
    collection: 'webhook_endpoints',
    request: (call) =>
      call('POST', '/webhook_endpoints', {
        body: { url: 'https://hooks.example', events: ['*'] },
        headers: once,
      }),
    effects: (call) => count(call, '/webhook_endpoints'),
    once: 1,
  },
  {
    name: 'adding a document',
    collection: 'knowledge_documents',
    request: (call) =>
      call('POST', '/knowledge/documents', {
        body: { name: 'Prices', content: 'It costs 5 euros.' },
        headers: once,
      }),
    effects: (call) => count(call, '/knowledge/documents'),
    once: 1,
  },
  {
    name: 'opening a chat session',
    collection: 'chat_sessions',
    request: (call) => call('POST', '/chat/sessions', { body: {}, headers: once }),
    effects: async (call) => [
      await count(call, '/conversations'),
      (await call('GET', '/workspace')).json.usage.chat_sessions_this_month,
    ],
    once: [1, 1],
  },
  {
    name: 'sending a message',
    // Of the commits of a turn, only that of the answer writes contacts.
    collection: 'contacts',
    prepare: async (call) => (await call('POST', '/chat/sessions', { body: {} })).json.id,
    request: (call, id) =>
      call('POST', `/chat/sessions/${id}/messages`, { body: { text: 'Hello' }, headers: once }),
    effects: async (call, id) => [
      (await call('GET', `/chat/sessions/${id}`)).json.messages.length,
      (await call('GET', '/events')).json.data.map(({ type }: { type: string }) => type).sort(),
      await count(call, '/contacts'),
    ],
    once: [2, ['conversation.started', 'handoff.requested', 'lead.captured'], 1],
  },
  {
    name: 'deleting a contact',
    collection: 'erasures',
    prepare: async (call) => (await call('POST', '/contacts', { body: ada })).json.id,
    request: (call, id) => call('DELETE', `/contacts/${id}`, { headers: once }),
    effects: (call) => count(call, '/contacts'),
    once: 0,
  },
]

overStores((openStore) => {
  test.each(effects)(
    '$name has one effect when the server dies after the commit',
    async (effect) => {
      const { call, faults } = await setUp(openStore)
      const id = (await effect.prepare?.(call)) ?? ''
      faults.plan('crash after', effect.collection)
      const first = await effect.request(call, id)
      expect([first.status, first.json.code]).toEqual([500, 'internal_error'])
      const second = await effect.request(call, id)
      expect(second.status).toBeLessThan(300)
      expect(second.headers.get('idempotent-replayed')).toBe('true')
      expect(await effect.effects(call, id)).toEqual(effect.once)
    },
  )

  test.each(effects)(
    '$name has one effect when the server dies before the commit',
    async (effect) => {
      const { call, faults } = await setUp(openStore)
      const id = (await effect.prepare?.(call)) ?? ''
      faults.plan('crash before', effect.collection)
      expect((await effect.request(call, id)).status).toBe(500)
      const second = await effect.request(call, id)
      expect(second.status).toBeLessThan(300)
      expect(second.headers.get('idempotent-replayed')).toBeNull()
      expect(await effect.effects(call, id)).toEqual(effect.once)
    },
  )

  test.each(effects)(
    '$name has one effect if 50 requests arrive at the same time',
    async (effect) => {
      const { kit, call } = await setUp(openStore)
      const id = (await effect.prepare?.(call)) ?? ''
      const storm = Promise.all(Array.from({ length: 50 }, () => effect.request(call, id)))
      // A message that arrives during the turn of another one is tried again after a while.
      const answers = await passTime(kit, storm)
      const done = answers.filter(({ status }) => status < 300)
      const busy = answers.filter(({ json }) => json.code === 'idempotency_key_in_use')
      expect(done.length).toBeGreaterThan(0)
      expect(done.length + busy.length).toBe(50)
      expect(new Set(done.map(({ text }) => text)).size).toBe(1)
      expect(await effect.effects(call, id)).toEqual(effect.once)
      expect((await effect.request(call, id)).text).toBe(done[0]?.text)
    },
  )

  test('only one of many requests claims an expired idempotency key', async () => {
    const { kit, call } = await setUp(openStore)
    const open = () => call('POST', '/chat/sessions', { body: {}, headers: once })
    const first = await open()
    kit.clock.advance(24 * 3_600_000)
    const answers = await Promise.all(Array.from({ length: 50 }, open))
    const opened = new Set(
      answers.flatMap(({ json }) => (json.object === 'chat_session' ? json.id : [])),
    )
    expect(opened.size).toBe(1)
    expect(opened).not.toContain(first.json.id)
    expect(await count(call, '/conversations')).toBe(2)
  })

  test('a request that is delayed until its retry was answered gets the same answer', async () => {
    const { call, faults } = await setUp(openStore)
    const send = () => call('POST', '/contacts', { body: { ...ada, company: 'A' }, headers: once })
    faults.plan('hang', 'contacts')
    const late = send()
    await until(faults.happened)
    const second = await send()
    expect(second.status).toBe(200)
    await call('POST', '/contacts', { body: { ...ada, company: 'B' } })
    faults.resume()
    const first = await late
    expect([first.status, first.text]).toEqual([200, second.text])
    expect(first.headers.get('x-request-id')).toBe(second.headers.get('x-request-id'))
    expect(first.headers.get('idempotent-replayed')).toBe('true')
    expect((await call('GET', '/contacts')).json.data[0].company).toBe('B')
  })

  test.each([
    ['/contacts', 'contact'],
    ['/privacy/exports', 'privacy_export'],
  ])(
    'of two bodies sent to %s under one idempotency key at the same time, one is answered and stored',
    async (path, object) => {
      const { call } = await setUp(openStore)
      const emails = [ada.email, 'bea@example.com']
      const send = (email: string) => call('POST', path, { body: { email }, headers: once })
      const statuses = async (answers: Promise<Awaited<ReturnType<Call>>[]>) =>
        (await answers).map(({ status, json }) => [status, json.code ?? json.object])
      const first = await statuses(Promise.all(emails.map(send)))
      expect([...first].sort()).toEqual([
        [200, object],
        [422, 'idempotency_key_reused'],
      ])
      expect(await statuses(Promise.all(emails.map(send)))).toEqual(first)
    },
  )

  test('a request that lost its lock to another request changes nothing', async () => {
    const { kit, call, faults } = await setUp(openStore)
    const { id } = (await call('POST', '/chat/sessions', { body: {} })).json
    const send = () =>
      call('POST', `/chat/sessions/${id}/messages`, { body: { text: 'Hello' }, headers: once })
    faults.plan('hang', 'contacts')
    const late = send()
    await until(faults.happened)
    kit.clock.advance(90_000)
    const second = await send()
    expect(second.status).toBe(200)
    faults.resume()
    const first = await late
    expect([first.status, first.text]).toEqual([200, second.text])
    expect((await call('GET', `/chat/sessions/${id}`)).json.messages).toHaveLength(2)
  })

  // docs/api.md#idempotency
  test('the idempotency key of a request whose process died is free after 90 seconds, and not before', async () => {
    const { kit, call, faults } = await setUp(openStore)
    const { id } = (await call('POST', '/chat/sessions', { body: {} })).json
    const send = () =>
      call('POST', `/chat/sessions/${id}/messages`, { body: { text: 'Hello' }, headers: once })
    faults.plan('hang', 'contacts')
    void send()
    await until(faults.happened)
    kit.clock.advance(89_999)
    expect((await send()).json.code).toBe('idempotency_key_in_use')
    kit.clock.advance(1)
    expect((await send()).status).toBe(200)
  })

  test('a request that died before its commit leaves its idempotency key free', async () => {
    const { call, faults } = await setUp(openStore)
    const send = () => call('POST', '/contacts', { body: ada, headers: once })
    faults.plan('hang', 'contacts')
    void send()
    await until(faults.happened)
    expect((await send()).status).toBe(200)
  })

  test('an idempotency key that could not be claimed is claimed by the retry', async () => {
    const { call, faults } = await setUp(openStore)
    const send = () => call('POST', '/contacts', { body: ada, headers: once })
    faults.plan('crash before', 'idempotency')
    expect((await send()).status).toBe(500)
    const second = await send()
    expect([second.status, second.headers.get('idempotent-replayed')]).toEqual([200, null])
  })

  test('a stream whose turn could not be stored frees its idempotency key and leaves only the question', async () => {
    const { call, faults } = await setUp(openStore)
    const { id } = (await call('POST', '/chat/sessions', { body: {} })).json
    const send = () =>
      call('POST', `/chat/sessions/${id}/messages`, {
        body: { text: 'Hello', stream: true },
        headers: once,
      })
    faults.plan('crash before', 'contacts')
    const broken = await send()
    expect([broken.status, broken.text]).toEqual([200, expect.stringContaining('"type":"error"')])
    expect((await call('GET', `/chat/sessions/${id}`)).json.messages).toHaveLength(1)
    expect((await call('GET', '/events')).json.data).toHaveLength(1)
    const second = await send()
    expect(second.text).toContain('"type":"finish"')
    expect((await call('GET', `/chat/sessions/${id}`)).json.messages).toHaveLength(2)
  })

  test('a hundred writers of one contact all succeed', async () => {
    const { call } = await setUp(openStore)
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, at) =>
        call('POST', '/contacts', { body: { ...ada, attributes: { [`a${at % 50}`]: at } } }),
      ),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const [contact] = (await call('GET', '/contacts')).json.data
    expect(Object.keys(contact.attributes)).toHaveLength(50)
  })
})
