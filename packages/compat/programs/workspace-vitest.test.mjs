// A test file for vitest without configuration: an ES module.
import { createTestWorkspace } from '@doorkit/client/testing'
import { createWebhookRouter, verifyWebhook } from '@doorkit/webhooks'
import { toFetch } from '@doorkit/webhooks/fetch'
import { webhookFixture, webhookRequest } from '@doorkit/webhooks/testing'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'

afterEach(() => vi.useRealTimers())

test('a program can be tested with the faults, the clock and the webhooks of a fake workspace', async () => {
  const workspace = await createTestWorkspace({ receive: () => 200 })
  onTestFinished(() => workspace.close())
  const { client, record, clock, faults, requests, deliveries } = workspace
  faults.next(503, { times: 2 })
  const { email } = await client.contacts.upsert({ email: 'ada@example.com' })
  expect(requests.map(({ status }) => status)).toEqual([503, 503, 200])

  await client.webhookEndpoints.create({ url: 'https://crm.example/hooks', events: ['*'] })
  const conversation = await record.conversations.start({ page_url: 'https://acme.example/' })
  await record.conversations.captureLead(conversation, { email })
  await clock.advance(60_000)
  expect(
    deliveries.map((delivery) => verifyWebhook({ ...delivery, now: () => delivery.at }).type),
  ).toEqual(['lead.captured'])
})

test('a program can be tested with fake timers', async () => {
  vi.useFakeTimers()
  const workspace = await createTestWorkspace()
  onTestFinished(() => workspace.close())
  workspace.faults.next(503)
  const { email } = await workspace.client.contacts.upsert({ email: 'ada@example.com' })
  expect(email).toBe('ada@example.com')
})

test('a receiver can be tested with fixtures', async () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  const booked = vi.fn()
  const router = createWebhookRouter({ secret, fallback: () => {} }).on('meeting.booked', booked)
  const event = webhookFixture('meeting.booked', { data: { object: { host: 'Grace' } } })
  const request = webhookRequest('https://example.com/webhooks', event, { secret })
  expect((await toFetch(router)(request)).status).toBe(200)
  expect(booked.mock.calls[0][0].data.object.host).toBe('Grace')
})
