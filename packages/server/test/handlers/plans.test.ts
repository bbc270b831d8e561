import { expect, test } from 'vitest'
import { createDoorkit, type PlanOverrides } from '../../src/index.ts'
import { memoryStore } from '../../src/store.ts'
import { caller, createKit } from '../support/kit.ts'

const button = { label: 'Prices', behavior: 'send', message: 'What does it cost?' }
const endpoint = (at: number) => ({
  url: `http://localhost/${at}`,
  events: ['lead.captured'],
})

test('a host changes the limits of a plan, and the others stay those of the contract', async () => {
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
    'A workspace has at most 1 chat buttons. Delete one first.',
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

test('a host gives a plan the chat API, or takes it away', async () => {
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

test('a limit that is none is refused at once, by its name', () => {
  const wrong = [
    [{ apex: { requests_per_minute: 0 } }, 'plans.apex.requests_per_minute'],
    [{ apex: { chat_buttons: 1.5 } }, 'plans.apex.chat_buttons'],
    [{ apex: { webhook_endpoints: 101 } }, 'plans.apex.webhook_endpoints'],
    [{ apex: { pages: 3 } }, 'plans.apex.pages'],
  ] as const
  for (const [plans, param] of wrong) {
    const make = () => createDoorkit({ store: memoryStore(), plans: plans as PlanOverrides })
    expect.soft(make).toThrow(expect.objectContaining({ code: 'invalid_input', param }))
  }
  expect(wrong).toHaveLength(4)
})
