import { limits } from '@doorkit/models'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createClient } from '../../src/index.ts'
import { failureOf } from '../support/failure-of.ts'
import { openWorkspace } from './open-workspace.ts'

const url = 'https://crm.example/hooks'

test('the clock starts at a Date or at milliseconds', async () => {
  for (const startsAt of [new Date(1_760_000_000_000), 1_760_000_000_000]) {
    const { clock } = await openWorkspace({ startsAt })
    expect(clock.now()).toBe(1_760_000_000_000)
  }
})

describe('waits that are skipped', () => {
  test('move the clock, so that a rate limit window ends', async () => {
    const { client, clock, requests } = await openWorkspace({ plan: 'adapt' })
    for (let call = 0; call < 120; call++) await client.me.get()
    const startedAt = clock.now()
    const { meta } = await client.me.get().withMeta()
    expect(meta).toMatchObject({ attempts: 2, rateLimit: { remaining: 119 } })
    expect(requests.at(-2)).toMatchObject({ status: 429 })
    expect(clock.now() - startedAt).toBe(60_125)
  })

  test('of two calls at the same time end in the order of their lengths', async () => {
    const { client, faults, clock } = await openWorkspace()
    faults.next(429, { retryAfter: 9 })
    faults.next(429, { retryAfter: 3 })
    const endedNames: string[] = []
    const call = async (name: string) => {
      await client.me.get()
      endedNames.push(name)
    }
    await Promise.all([call('first'), call('second')])
    expect(endedNames).toEqual(['second', 'first'])
    expect(clock.waits.toSorted((one, other) => one - other)).toEqual([3_125, 9_125])
  })
})

describe('waits that are not skipped', () => {
  test('last until the test moves the clock', async () => {
    const { client, faults, clock, requests } = await openWorkspace({ skipWaits: false })
    faults.next(503, { times: 2 })
    const call = Promise.resolve(client.me.get().withMeta())
    await clock.settle()
    expect(clock.waits).toEqual([125])
    await clock.advance(124)
    expect(requests).toHaveLength(1)
    await clock.advance(1)
    expect(requests).toHaveLength(2)
    expect(clock.waits).toEqual([125, 250])
    await clock.advance(1_000)
    expect((await call).meta.attempts).toBe(3)
  })

  test('leave a hanging request open until its timeout', async () => {
    const { client, faults, clock } = await openWorkspace({ skipWaits: false })
    faults.hang()
    const failure = failureOf(client.me.get({ maxRetries: 0 }))
    let hasEnded = false
    void failure.then(() => {
      hasEnded = true
    })
    await clock.advance(29_999)
    expect(hasEnded).toBe(false)
    await clock.advance(1)
    expect(await failure).toMatchObject({ code: 'attempt_timeout' })
  })

  test('include the wait for a late answer', async () => {
    const { client, faults, clock } = await openWorkspace({ skipWaits: false })
    faults.delay(5_000)
    const call = Promise.resolve(client.me.get())
    await clock.advance(5_000)
    expect(await call).toMatchObject({ object: 'api_key_identity' })
    expect(clock.now()).toBe(Date.UTC(2026, 9, 12, 9, 30, 5))
  })
})

describe('advancing the clock', () => {
  test('sends a webhook nine times within three days, at the times of the schedule', async () => {
    const { client, record, clock, deliveries } = await openWorkspace({ receive: () => 500 })
    const endpoint = await client.webhookEndpoints.create({ url, events: ['lead.captured'] })
    const conversation = await record.conversations.start({})
    const happenedAt = clock.now()
    await record.conversations.captureLead(conversation, { email: 'ada@example.com' })
    await clock.advance(72 * 3_600_000)

    const gaps = deliveries.map(({ at }, index) => at - (deliveries[index - 1]?.at ?? happenedAt))
    expect(gaps).toEqual([3, ...limits.webhookRetrySeconds].map((seconds) => seconds * 1_000))
    expect(new Set(deliveries.map(({ body }) => body)).size).toBe(1)
    const [log] = await client.webhookEndpoints.listDeliveries(endpoint.id).toArray({ limit: 1 })
    expect(log).toMatchObject({ status: 'failed', attempts: 9, last_status: 500 })
    expect(clock.now()).toBe(happenedAt + 72 * 3_600_000)
  })

  test('ends an access token after an hour, and not before', async () => {
    const { connection, server, workspace, clock } = await openWorkspace()
    const token = await server.keys.createAccessToken({
      workspace: workspace.id,
      name: 'App',
      access: 'read_only',
    })
    const app = createClient({ ...connection, apiKey: token.secret })
    await clock.advance(3_600_000 - 1)
    expect(await app.me.get()).toMatchObject({ name: 'App' })
    await clock.advance(1)
    expect(await failureOf(app.me.get())).toMatchObject({ code: 'invalid_api_key' })
  })

  test('forgets an idempotency key after a day', async () => {
    const { client, clock } = await openWorkspace()
    const create = async () =>
      (await client.chatSessions.create({}, { idempotencyKey: 'session-1' }).withMeta()).meta
    expect(await create()).toMatchObject({ replayed: false })
    await clock.advance(24 * 3_600_000 - 1)
    expect(await create()).toMatchObject({ replayed: true })
    await clock.advance(1)
    expect(await create()).toMatchObject({ replayed: false })
  })

  test('grades a quiet conversation, and sends the event', async () => {
    const { client, record, clock, deliveries } = await openWorkspace({
      server: { quietMs: 60_000 },
    })
    await client.webhookEndpoints.create({ url, events: ['conversation.completed'] })
    const conversation = await record.conversations.start({})
    await record.conversations.message(conversation, { role: 'user', text: 'What is the price?' })
    await clock.advance(59_999)
    expect(await client.conversations.list({ graded: true }).first()).toBeUndefined()
    await clock.advance(3_001)
    expect(await client.conversations.list({ graded: true }).first()).toMatchObject({
      id: conversation,
      completed_at: '2026-10-12T09:31:00.000Z',
    })
    expect(deliveries.map(({ event }) => event.type)).toEqual(['conversation.completed'])
  })

  test('works under the fake timers of a test runner', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const { client, faults, clock } = await openWorkspace()
    faults.next(503)
    expect((await client.me.get().withMeta()).meta.attempts).toBe(2)
    await clock.advance(60_000)
    expect(clock.now()).toBe(Date.UTC(2026, 9, 12, 9, 31, 0, 125))
  })

  test('refuses to go back, or to infinity', async () => {
    const { clock } = await openWorkspace()
    for (const milliseconds of [-1, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(await failureOf(clock.advance(milliseconds))).toMatchObject({
        code: 'invalid_argument',
      })
    }
    await clock.advance(0)
    expect(clock.now()).toBe(Date.UTC(2026, 9, 12, 9, 30))
  })

  test('is not needed for work that is already due, which settle() does', async () => {
    const { client, record, clock, deliveries } = await openWorkspace({
      server: { payloadDelayMs: 0 },
    })
    await client.webhookEndpoints.create({ url, events: ['*'] })
    const conversation = await record.conversations.start({})
    await record.conversations.message(conversation, { role: 'user', text: 'Hello' })
    expect(deliveries).toEqual([])
    await clock.settle()
    expect(deliveries).toHaveLength(1)
    expect(clock.now()).toBe(Date.UTC(2026, 9, 12, 9, 30))
  })
})
