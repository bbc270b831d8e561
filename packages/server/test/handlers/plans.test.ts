import { unlimited } from '@doorkit/models'
import { memoryStore } from '@doorkit/store'
import { expect, test } from 'vitest'
import { createDoorkit, type PlanOverrides, silentLogger } from '../../src/index.ts'
import { caller, createKit } from '../support/kit.ts'

const button = { label: 'Prices', behavior: 'send', message: 'What does it cost?' }
const endpoint = (at: number) => ({
  url: `http://localhost/${at}`,
  events: ['lead.captured'],
})

test('a host changes the limits of a plan, and another plan stays as in the contract', async () => {
  const kit = await createKit({
    plan: 'adapt',
    plans: {
      adapt: {
        requests_per_minute: 40,
        heavy_requests_per_minute: 1,
        chat_sessions_per_month: 2,
        webhook_endpoints: 18,
        chat_buttons: 1,
      },
    },
  })
  const call = caller(kit)
  const limits = (await call('GET', '/workspace')).json.limits
  expect(limits).toEqual({
    requests_per_minute: 40,
    heavy_requests_per_minute: 1,
    chat_sessions_per_month: 2,
    webhook_endpoints: 18,
    chat_buttons: 1,
  })
  expect((await call('GET', '/me')).headers.get('ratelimit-limit')).toBe('40')

  expect((await call('POST', '/chat_buttons', { body: button })).status).toBe(201)
  const second = await call('POST', '/chat_buttons', { body: button })
  expect([second.status, second.json.detail]).toEqual([
    409,
    'This workspace has reached its limit of chat buttons (1). Delete one first.',
  ])
  expect((await call('GET', '/chat_buttons')).json.data).toHaveLength(1)

  const statuses: number[] = []
  for (let at = 0; at < 19; at += 1) {
    statuses.push((await call('POST', '/webhook_endpoints', { body: endpoint(at) })).status)
  }
  expect(statuses).toEqual([...Array.from({ length: 18 }, () => 201), 409])

  const session = (await call('POST', '/chat/sessions')).json
  expect((await call('POST', '/chat/sessions')).status).toBe(201)
  expect((await call('POST', '/chat/sessions')).json.code).toBe('quota_exceeded')
  const say = () =>
    call('POST', `/chat/sessions/${session.id}/messages`, { body: { text: 'Hello' } })
  expect((await say()).status).toBe(200)
  expect((await say()).json.code).toBe('rate_limited')

  await kit.doorkit.workspaces.update(kit.workspace.id, { plan: 'evolve' })
  expect((await call('GET', '/workspace')).json.limits).toEqual({
    requests_per_minute: 600,
    heavy_requests_per_minute: 30,
    chat_sessions_per_month: 2_500,
    webhook_endpoints: 16,
    chat_buttons: 20,
  })
})

test('a host adds the chat API to a plan, or removes it', async () => {
  const plans = {
    origin: { chat_sessions_per_month: 5 },
    apex: { chat_sessions_per_month: null, chat_buttons: undefined },
  }
  const origin = caller(await createKit({ plan: 'origin', plans }))
  expect((await origin('POST', '/chat/sessions')).status).toBe(201)
  const apex = caller(await createKit({ plan: 'apex', plans }))
  expect((await apex('POST', '/chat/sessions')).json.code).toBe('feature_disabled')
  expect((await apex('GET', '/workspace')).json.limits.chat_buttons).toBe(20)
})

test('with unlimited plans, requests are neither counted nor refused, and the workspace shows which limits remain', async () => {
  let counted = 0
  const store = memoryStore()
  const consume: typeof store.consume = (query) => {
    counted += 1
    return store.consume(query)
  }
  const kit = await createKit({
    plan: 'adapt',
    plans: 'unlimited',
    store: { ...store, consume },
  })
  const call = caller(kit)
  const { json, headers } = await call('GET', '/workspace')
  expect(json.limits).toEqual({
    requests_per_minute: unlimited,
    heavy_requests_per_minute: unlimited,
    chat_sessions_per_month: unlimited,
    webhook_endpoints: 100,
    chat_buttons: 1_000,
  })
  expect([...headers.keys()].filter((name) => name.startsWith('ratelimit'))).toEqual([])
  const session = (await call('POST', '/chat/sessions')).json
  const path = `/chat/sessions/${session.id}/messages`
  for (let at = 0; at < 12; at += 1) {
    expect((await call('POST', path, { body: { text: 'Hello' } })).status).toBe(200)
  }
  const { usage } = (await call('GET', '/workspace')).json
  expect([usage.chat_sessions_this_month, counted]).toEqual([1, 0])
  expect((await call('GET', '/nothing')).status).toBe(404)
})

test('after two refusals for one limit, a refusal for another limit is logged', async () => {
  const records: object[] = []
  const logger = { ...silentLogger, warn: (facts: object) => void records.push(facts) }
  const plans = { adapt: { requests_per_minute: 3, chat_sessions_per_month: 0 } }
  const call = caller(await createKit({ plan: 'adapt', plans, logger }))
  for (let at = 0; at < 2; at += 1) await call('POST', '/chat/sessions')
  for (let at = 0; at < 3; at += 1) await call('GET', '/me')
  expect(records.filter((facts) => 'limit' in facts)).toMatchObject([
    { limit: 'plans.adapt.chat_sessions_per_month' },
    { limit: 'plans.adapt.requests_per_minute' },
  ])
})

test('one plan, or one limit of a plan, can be unlimited', async () => {
  const plans = { adapt: { heavy_requests_per_minute: 'unlimited' }, apex: 'unlimited' } as const
  const kit = await createKit({ plan: 'adapt', plans })
  const call = caller(kit)
  const { json, headers } = await call('GET', '/workspace')
  expect([json.limits.requests_per_minute, headers.get('ratelimit-limit')]).toEqual([120, '120'])
  expect(json.limits.heavy_requests_per_minute).toBe(unlimited)
  await kit.doorkit.workspaces.update(kit.workspace.id, { plan: 'apex' })
  expect((await call('GET', '/me')).headers.has('ratelimit-limit')).toBe(false)
})

test('a refusal names the limit and the plan, and says until when to wait; the log names the option of the limit', async () => {
  const records: object[] = []
  const logger = { ...silentLogger, warn: (facts: object) => void records.push(facts) }
  const plans = { adapt: { heavy_requests_per_minute: 1, chat_sessions_per_month: 1 } }
  const { key, workspace, ...kit } = await createKit({ plan: 'adapt', plans, logger })
  const call = caller({ ...kit, key })
  const path = `/chat/sessions/${(await call('POST', '/chat/sessions')).json.id}/messages`
  const say = () => call('POST', path, { body: { text: 'Hello' } })
  await say()
  const refused = await say()
  await say()
  expect([refused.status, refused.json.detail]).toEqual([
    429,
    'This API key has used up its 1 heavy requests per minute, the limit of the plan adapt. Wait 60 s, until 2026-10-12T09:31:00.000Z.',
  ])
  kit.clock.advance(60_000)
  expect((await call('POST', '/chat/sessions')).json.detail).toBe(
    'The chat sessions per month of the plan adapt are used up (limit: 1). Wait until 2026-11-01T00:00:00.000Z.',
  )
  const facts = { workspace: workspace.id, key: key.id, plan: 'adapt', value: 1 }
  expect(records.slice(1)).toEqual([
    { ...facts, limit: 'plans.adapt.heavy_requests_per_minute' },
    { ...facts, limit: 'plans.adapt.chat_sessions_per_month' },
  ])
})

test('an invalid limit is refused immediately, with its name and the valid values', () => {
  const number = 'Give a whole number from 1 to 1,000,000,000, or "unlimited".'
  const wrong = [
    [{ apex: { requests_per_minute: 0 } }, 'plans.apex.requests_per_minute', number],
    [{ apex: { requests_per_minute: '60' } }, 'plans.apex.requests_per_minute', number],
    [
      { apex: { chat_buttons: 1.5 } },
      'plans.apex.chat_buttons',
      'Give a whole number from 0 to 1,000, or "unlimited".',
    ],
    [
      { apex: { webhook_endpoints: 101 } },
      'plans.apex.webhook_endpoints',
      'Give a whole number from 0 to 100, or "unlimited".',
    ],
    [
      { apex: { pages: 3 } },
      'plans.apex.pages',
      'There is no such name: use requests_per_minute, heavy_requests_per_minute, chat_sessions_per_month, webhook_endpoints, chat_buttons.',
    ],
    [{ gold: {} }, 'plans.gold', 'There is no such name: use origin, adapt, evolve, apex.'],
    [{ apex: 'none' }, 'plans.apex', 'Give the limits of the plan, or "unlimited".'],
    [[], 'plans', 'Give the limits by plan, or "unlimited".'],
  ] as const
  for (const [plans, param, advice] of wrong) {
    const make = () =>
      createDoorkit({ store: memoryStore(), plans: plans as unknown as PlanOverrides })
    const message = `${param}: ${advice}`
    expect.soft(make).toThrow(expect.objectContaining({ code: 'invalid_input', param, message }))
  }
})
