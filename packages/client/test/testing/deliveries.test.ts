import { createWebhookRouter, verifyWebhook } from '@doorkit/webhooks'
import { toFetch } from '@doorkit/webhooks/fetch'
import { describe, expect, test } from 'vitest'
import type { ReceivedDelivery, TestWorkspaceOptions } from '../../src/testing/index.ts'
import { failureOf } from '../support/failure-of.ts'
import { openWorkspace } from './open-workspace.ts'

const url = 'https://crm.example/hooks'
const email = 'ada@example.com'

/** Opens a workspace with a subscribed endpoint, and functions to report a lead and to read its delivery. */
async function subscribe(options: TestWorkspaceOptions = {}) {
  const workspace = await openWorkspace(options)
  const { client, record, clock } = workspace
  const endpoint = await client.webhookEndpoints.create({ url, events: ['lead.captured'] })
  async function captureLead() {
    const conversation = await record.conversations.start({})
    await record.conversations.captureLead(conversation, { email })
    await clock.advance(3_000)
  }
  const readLog = () => client.webhookEndpoints.listDeliveries(endpoint.id).first()
  return { ...workspace, endpoint, captureLead, readLog }
}

describe('a webhook', () => {
  test('is recorded as it was sent, with a valid signature', async () => {
    const { captureLead, deliveries, endpoint, clock } = await subscribe()
    await captureLead()
    const [delivery] = deliveries as [ReceivedDelivery]
    expect(delivery).toMatchObject({
      url,
      secrets: [endpoint.secret],
      status: 204,
      at: clock.now(),
      headers: {
        'content-type': 'application/json',
        'user-agent': expect.stringMatching(/^Service-Webhooks\/1\.0 \(/),
        'webhook-id': delivery.event.id,
      },
    })
    const event = verifyWebhook({ ...delivery, now: clock.now })
    expect(event).toEqual(delivery.event)
    expect(event).toMatchObject({ type: 'lead.captured', data: { object: { email } } })
  })

  test('has two signatures for a day after its secret was rotated', async () => {
    const { captureLead, deliveries, endpoint, client, clock } = await subscribe()
    const { secret } = await client.webhookEndpoints.rotateSecret(endpoint.id)
    await clock.advance(24 * 3_600_000 - 3_001)
    await captureLead()
    await captureLead()
    const [during, after] = deliveries as [ReceivedDelivery, ReceivedDelivery]
    expect(during.secrets).toEqual([secret, endpoint.secret])
    expect(during.headers['webhook-signature']?.split(' ')).toHaveLength(2)
    expect(after.secrets).toEqual([secret])
  })

  test('reaches a handler of the application as a request', async () => {
    const leads: string[] = []
    let handler: (request: Request) => Promise<Response> = () => expect.fail('not ready')
    const { captureLead, endpoint, clock, readLog } = await subscribe({
      receive: (request) => handler(request),
    })
    const router = createWebhookRouter({
      secret: endpoint.secret ?? '',
      now: clock.now,
      fallback: () => expect.fail('another event arrived'),
    }).on('lead.captured', (event) => void leads.push(event.data.object?.email ?? ''))
    handler = toFetch(router)
    await captureLead()
    expect(leads).toEqual([email])
    expect(await readLog()).toMatchObject({ status: 'delivered', attempts: 1 })
  })

  test('is sent again after an error status, a refused connection and a timeout', async () => {
    const answers = [
      () => new Response('Later', { status: 503, headers: { 'retry-after': '120' } }),
      () => 'refused' as const,
      () => 'timeout' as const,
      () => undefined,
    ]
    const seen: unknown[] = []
    const { captureLead, clock, deliveries, readLog } = await subscribe({
      receive: () => answers.shift()?.(),
    })
    await captureLead()
    for (const seconds of [120, 300, 1_800]) {
      seen.push(await readLog())
      await clock.advance(seconds * 1_000)
    }
    expect(seen).toMatchObject([
      { last_status: 503, last_error: 'HTTP 503', response: 'Later', attempts: 1 },
      { last_status: null, last_error: 'Connection refused', response: null, attempts: 2 },
      { last_error: 'No answer within 10 seconds', duration_ms: 10_000, attempts: 3 },
    ])
    expect(await readLog()).toMatchObject({ status: 'delivered', attempts: 4 })
    expect(deliveries.map(({ status }) => status)).toEqual([503, null, null, 204])
    expect(new Set(deliveries.map(({ event }) => event.id)).size).toBe(1)
  })

  test('that is answered with 410 disables its endpoint', async () => {
    const { captureLead, client, endpoint } = await subscribe({ receive: () => 410 })
    await captureLead()
    expect(await client.webhookEndpoints.get(endpoint.id)).toMatchObject({
      status: 'disabled',
      disabled_reason: 'gone',
    })
  })

  test('of the test operation is received during the call', async () => {
    const { client, endpoint, deliveries } = await subscribe({
      receive: () => new Response('Fine', { status: 202 }),
    })
    expect(await client.webhookEndpoints.test(endpoint.id)).toMatchObject({
      status: 202,
      response: 'Fine',
    })
    expect(deliveries).toMatchObject([{ event: { type: 'webhook.test' }, status: 202 }])
  })
})

describe('a receiver', () => {
  test('that throws makes `clock.advance` reject with its error, and gets the webhook again', async () => {
    const mistake = new Error('expected another event')
    let calls = 0
    const { captureLead, clock, readLog } = await subscribe({
      receive() {
        if (++calls === 1) throw mistake
      },
    })
    expect(await failureOf(captureLead())).toBe(mistake)
    await clock.advance(30_000)
    expect(calls).toBe(2)
    expect(await readLog()).toMatchObject({ status: 'delivered', attempts: 2 })
  })

  test('may call the API, even if the call is retried', async () => {
    const contacts: unknown[] = []
    const { captureLead, client, faults } = await subscribe({
      async receive(_request, { event }) {
        if (event.type !== 'lead.captured' || !('object' in event.data)) return
        faults.next(503)
        contacts.push(await client.contacts.get(event.data.object?.id ?? 'ct_none'))
      },
    })
    await captureLead()
    expect(contacts).toMatchObject([{ email }])
  })
})
