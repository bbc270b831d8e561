import { expect, test } from 'vitest'
import { until } from '../support/faulty-store.ts'
import { startReceiver, status } from '../support/receiver.ts'
import { overStores } from '../support/stores.ts'
import { createWebhookKit, type WebhookKit } from '../support/webhooks.ts'

const ada = 'ada@example.com'
const erase = (kit: WebhookKit) => kit.call('POST', '/privacy/erasures', { body: { email: ada } })

overStores((openStore) => {
  test('an event that is first sent after the erasure of its person says only that its data was erased', async () => {
    const kit = await createWebhookKit({ store: openStore() })
    const receiver = await startReceiver()
    await kit.subscribe(receiver.url)
    await kit.say(ada)
    await erase(kit)
    await kit.settle()
    const isDeletion = ({ body }: { body: string }) => JSON.parse(body).type === 'contact.deleted'
    expect(receiver.received.filter(isDeletion)).toHaveLength(1)
    expect(receiver.received).toHaveLength(3)
    for (const { body, headers } of receiver.received.filter((webhook) => !isDeletion(webhook))) {
      const { id, type, created_at, data } = JSON.parse(body)
      expect([data, id]).toEqual([{ erased: true }, headers['webhook-id']])
      expect(['lead.captured', 'conversation.started']).toContain(type)
      expect(created_at).toBe('2026-10-12T09:30:00.000Z')
    }
  })

  test('retries and redeliveries after an erasure say only that the data of the event was erased', async () => {
    const kit = await createWebhookKit({ store: openStore() })
    const receiver = await startReceiver(status(500))
    const endpoint = await kit.subscribe(receiver.url, ['lead.captured'])
    await kit.say(ada)
    await kit.settle()
    expect(receiver.received[0]?.body).toContain(ada)
    await erase(kit)
    receiver.answerWith(status(200))
    await kit.pass(1)
    const [delivery] = await kit.deliveries(endpoint)
    await kit.call('POST', `/webhook_endpoints/${endpoint.id}/deliveries/${delivery.id}/redeliver`)
    await kit.pass(0)
    const bodies = receiver.received.slice(1).map(({ body }) => JSON.parse(body).data)
    expect(bodies).toEqual([{ erased: true }, { erased: true }])
    expect(receiver.received[1]?.body).toBe(receiver.received[2]?.body)
  })

  test('the answer of a receiver is not stored if it arrives after the erasure of the person of the event', async () => {
    const kit = await createWebhookKit({ store: openStore() })
    let answer = () => {}
    const receiver = await startReceiver((response) => {
      answer = () => response.end(`thanks for ${ada}`)
    })
    const endpoint = await kit.subscribe(receiver.url, ['lead.captured'])
    await kit.say(ada)
    const tick = kit.settle()
    await until(() => receiver.received.length === 1)
    await erase(kit)
    answer()
    await tick
    expect((await kit.deliveries(endpoint))[0]).toMatchObject({
      status: 'delivered',
      response: null,
    })
  })
})
