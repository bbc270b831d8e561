// A test file for Jest without configuration: CommonJS.
const { createTestWorkspace } = require('@doorkit/client/testing')
const { createWebhookRouter, verifyWebhook } = require('@doorkit/webhooks')
const { toFetch } = require('@doorkit/webhooks/fetch')
const { webhookFixture, webhookRequest } = require('@doorkit/webhooks/testing')

test('a program can be tested with the faults, the clock and the webhooks of a fake workspace', async () => {
  const workspace = await createTestWorkspace({ receive: () => 200 })
  const { client, record, clock, faults, requests, deliveries } = workspace
  faults.next(503, { times: 2 })
  const { email } = await client.contacts.upsert({ email: 'ada@example.com' })
  expect(email).toBe('ada@example.com')
  expect(requests.map(({ status }) => status)).toEqual([503, 503, 200])

  await client.webhookEndpoints.create({ url: 'https://crm.example/hooks', events: ['*'] })
  const conversation = await record.conversations.start({ page_url: 'https://acme.example/' })
  await record.conversations.captureLead(conversation, { email })
  await clock.advance(60_000)
  const types = deliveries.map(
    (delivery) => verifyWebhook({ ...delivery, now: () => delivery.at }).type,
  )
  expect(types).toEqual(['lead.captured'])
  await workspace.close()
})

test('a receiver can be tested with fixtures', async () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  const seen = []
  const router = createWebhookRouter({ secret, fallback: () => {} }).on(
    'meeting.booked',
    (event) => {
      seen.push(event.data.object.host)
    },
  )
  const event = webhookFixture('meeting.booked', { data: { object: { host: 'Grace' } } })
  const request = webhookRequest('https://example.com/webhooks', event, { secret })
  expect((await toFetch(router)(request)).status).toBe(200)
  expect(seen).toEqual(['Grace'])
})
