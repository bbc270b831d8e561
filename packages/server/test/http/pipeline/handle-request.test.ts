import { memoryStore } from '@doorkit/store'
import { expect, test } from 'vitest'
import { silentLogger } from '../../../src/index.ts'
import { caller, createKit } from '../../support/kit.ts'
import { createWebhookKit } from '../../support/webhooks.ts'

test('two Host headers are refused', async () => {
  const call = caller(await createKit())
  const { status, json } = await call('GET', '/me', { headers: { Host: 'a.example, b.example' } })
  expect([status, json.code, json.param]).toEqual([400, 'invalid_request', 'Host'])
})

test('the request log shows how long each request took', async () => {
  const store = memoryStore()
  const kit = await createKit({
    store: {
      ...store,
      list: async (query) => {
        if (query.in === 'contacts') kit.clock.advance(250)
        return store.list(query)
      },
    },
  })
  await caller(kit)('GET', '/contacts')
  const log = await kit.doorkit.requests.list({ workspace: kit.workspace.id })
  expect(log).toMatchObject([
    { key: kit.key.id, method: 'GET', path: '/contacts', duration_ms: 250 },
  ])
})

test('a failure inside the server is logged with its request', async () => {
  const failures: object[] = []
  const logger = { ...silentLogger, error: (facts: object) => void failures.push(facts) }
  const store = memoryStore()
  const error = new Error('The disk is full.')
  const kit = await createKit({
    logger,
    store: {
      ...store,
      list: async (query) => {
        if (query.in === 'contacts') throw error
        return store.list(query)
      },
    },
  })
  const { headers } = await caller(kit)('GET', '/contacts')
  const request_id = headers.get('x-request-id')
  expect(failures).toEqual([{ request_id, method: 'GET', err: error, error }])
})

test('an API key sees the name of a lead only if it may also read contacts', async () => {
  const kit = await createWebhookKit()
  const { conversation } = await kit.say('ada@example.com')
  const { doorkit, workspace } = kit
  const scopes = ['conversations:read'] as const
  const key = await doorkit.keys.create({ workspace: workspace.id, name: 'Reader', scopes })
  const path = `/conversations/${conversation}`
  expect((await kit.call('GET', path)).json.lead.first_name).toBe('Ada')
  expect((await caller({ doorkit, key })('GET', path)).json.lead.first_name).toBeNull()
})

test('a long answer is sent as JSON, and is made again for a repeat', async () => {
  const kit = await createKit()
  const { conversations } = kit.doorkit.record(kit.workspace.id)
  const email = 'ada@example.com'
  const conversation = await conversations.start({})
  await conversations.captureLead(conversation, { email })
  const exportPerson = () =>
    caller(kit)('POST', '/privacy/exports', {
      body: { email },
      headers: { 'Idempotency-Key': String(messages) },
    })
  let messages = 1
  const short = [await exportPerson(), await exportPerson()]
  expect(short.map(({ headers }) => headers.get('idempotent-replayed'))).toEqual([null, 'true'])
  for (; messages < 5; messages += 1) {
    await conversations.message(conversation, { role: 'user', text: 'x'.repeat(20_000) })
  }
  for (const answer of [await exportPerson(), await exportPerson()]) {
    expect(answer.status).toBe(200)
    expect(answer.text.length).toBeGreaterThan(65_536)
    expect(answer.headers.get('content-type')).toBe('application/json')
    expect(answer.headers.get('idempotent-replayed')).toBeNull()
  }
})
