import { expect, test } from 'vitest'
import { caller, createKit, type Kit, type KitOptions } from '../support/kit.ts'
import { describeOverMemory, type OpenStore } from '../support/stores.ts'

async function setUp(openStore: OpenStore, options: KitOptions = {}) {
  const kit = await createKit({ ...options, store: openStore() })
  const call = caller(kit)
  const open = (headers: Record<string, string> = {}) =>
    call('POST', '/chat/sessions', { body: {}, headers })
  return { kit, call, open }
}

/** Opens this many sessions, a hundred per minute, so that the rate limit does not matter. */
async function openSessions(kit: Kit, sessions: number) {
  const call = caller(kit)
  for (let opened = 0; opened < sessions; opened += 1) {
    if (opened % 100 === 0) kit.clock.advance(60_000)
    expect((await call('POST', '/chat/sessions', { body: {} })).status).toBe(201)
  }
  kit.clock.advance(60_000)
}

describeOverMemory('the monthly allowance', (openStore) => {
  // docs/api.md#chat-allowance
  test('is used up by sessions, and starts again with the next month in UTC', async () => {
    const { kit, call, open } = await setUp(openStore, { plan: 'adapt' })
    const session = (await open()).json
    await openSessions(kit, 499)
    const { status, json, headers } = await open({ 'Idempotency-Key': 'once' })
    expect([status, json.code]).toEqual([429, 'quota_exceeded'])
    const nextMonth = Date.UTC(2026, 10, 1)
    expect(Number(headers.get('retry-after'))).toBe((nextMonth - kit.clock.now()) / 1_000)
    expect(headers.get('ratelimit-limit')).toBe('120')
    const path = `/chat/sessions/${session.id}`
    expect((await call('GET', path)).status).toBe(200)
    expect((await call('POST', `${path}/messages`, { body: { text: 'Hi' } })).status).toBe(200)
    kit.clock.advance(nextMonth - kit.clock.now() - 1)
    expect((await open()).headers.get('retry-after')).toBe('1')
    kit.clock.advance(1)
    const opened = await open({ 'Idempotency-Key': 'once' })
    expect([opened.status, opened.headers.get('idempotent-replayed')]).toEqual([201, null])
  })

  test('is exact for simultaneous requests', async () => {
    const { kit, open } = await setUp(openStore, { plan: 'adapt' })
    await openSessions(kit, 495)
    const answers = await Promise.all(Array.from({ length: 20 }, () => open()))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(5)
    expect(statuses.filter((status) => status === 429)).toHaveLength(15)
  })

  test('follows the current plan, and its refusal is not stored', async () => {
    const { kit, open } = await setUp(openStore, { plan: 'adapt' })
    await openSessions(kit, 500)
    const once = { 'Idempotency-Key': 'once' }
    expect((await open(once)).status).toBe(429)
    await kit.doorkit.workspaces.update(kit.workspace.id, { plan: 'evolve' })
    const opened = await open(once)
    expect([opened.status, opened.headers.get('idempotent-replayed')]).toEqual([201, null])
  })

  test('a session that was refused is not counted', async () => {
    const { kit, call, open } = await setUp(openStore)
    await kit.doorkit.workspaces.update(kit.workspace.id, { agent: { live: false } })
    await open()
    const { json } = await call('GET', '/workspace')
    expect(json.usage.chat_sessions_this_month).toBe(0)
  })
})

describeOverMemory('the chat API', (openStore) => {
  const requests = [
    ['POST', '/chat/sessions', {}],
    ['GET', '/chat/sessions/ID', undefined],
    ['POST', '/chat/sessions/ID/messages', { text: 'Hello' }],
  ] as const

  /** Sends each of the requests, and returns their statuses with the codes of refusals. */
  async function sendAll(kit: Kit, id: string) {
    const call = caller(kit)
    const seen = []
    for (const [method, path, body] of requests) {
      const { status, json } = await call(method, path.replace('ID', id), { body })
      seen.push(status < 400 ? status : `${status} ${json.code}`)
    }
    return seen
  }

  test('is refused with 403 on the free plan, and with 402 if the workspace must also add a card', async () => {
    const { kit, open } = await setUp(openStore)
    const { id } = (await open()).json
    await kit.doorkit.workspaces.update(kit.workspace.id, { plan: 'origin' })
    const disabled = Array.from({ length: 3 }, () => '403 feature_disabled')
    expect(await sendAll(kit, id)).toEqual(disabled)
    await kit.doorkit.workspaces.update(kit.workspace.id, { billing: 'free_meetings_used' })
    expect(await sendAll(kit, id)).toEqual(disabled)
    await kit.doorkit.workspaces.update(kit.workspace.id, { billing: 'card_required' })
    const unpaid = Array.from({ length: 3 }, () => '402 payment_required')
    expect(await sendAll(kit, id)).toEqual(unpaid)
  })

  test('needs a card once the free meetings are used, and reading conversations does not', async () => {
    const { kit, call, open } = await setUp(openStore)
    const { id } = (await open()).json
    await kit.doorkit.workspaces.update(kit.workspace.id, { billing: 'free_meetings_used' })
    const unpaid = Array.from({ length: 3 }, () => '402 payment_required')
    expect(await sendAll(kit, id)).toEqual(unpaid)
    expect((await call('GET', '/conversations')).status).toBe(200)
  })

  test('accepts sessions and messages only while the agent is live, and always shows a session', async () => {
    const { kit, open } = await setUp(openStore)
    const { id } = (await open()).json
    await kit.doorkit.workspaces.update(kit.workspace.id, { agent: { live: false } })
    expect(await sendAll(kit, id)).toEqual(['409 conflict', 200, '409 conflict'])
  })
})
