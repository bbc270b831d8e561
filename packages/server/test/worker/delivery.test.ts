import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { testStart } from '../support/kit.ts'
import { startReceiver, status } from '../support/receiver.ts'
import { overMemory } from '../support/stores.ts'
import { createDeliveryKit, createWebhookKit } from '../support/webhooks.ts'

overMemory((openStore) => {
  test('a webhook has the documented headers and no others', async () => {
    const { kit, receiver } = await createDeliveryKit({ store: openStore() })
    await kit.say()
    await kit.settle()
    const [event] = (await kit.call('GET', '/events')).json.data
    expect(receiver.received).toHaveLength(1)
    const [{ method, headers, body } = expect.fail()] = receiver.received
    expect(method).toBe('POST')
    expect(headers).toEqual({
      host: new URL(receiver.url).host,
      connection: 'keep-alive',
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      'accept-encoding': 'identity',
      'user-agent': expect.stringMatching(/^Service-Webhooks\/1\.0 \(https:\/\/\S+\)$/),
      'webhook-id': event.id,
      'webhook-timestamp': String((testStart + 3_000) / 1_000),
      'webhook-signature': expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
    })
  })

  test('the body is the event, as GET /events shows it', async () => {
    const { kit, receiver } = await createDeliveryKit({ store: openStore() })
    await kit.say()
    await kit.settle()
    const [event] = (await kit.call('GET', '/events')).json.data
    expect(JSON.parse(receiver.received[0]?.body ?? '')).toEqual(event)
    expect(event).toMatchObject({
      object: 'event',
      type: 'conversation.started',
      api_version: '2026-10-12',
      data: { object: { object: 'conversation', message_count: 2 } },
    })
  })

  test('the signature verifies with the secret of the endpoint', async () => {
    const { kit, receiver, endpoint } = await createDeliveryKit({ store: openStore() })
    // The package standardwebhooks compares the timestamp with the machine's clock.
    kit.clock.advance(Date.now() - kit.clock.now() - 3_000)
    await kit.say()
    await kit.settle()
    const [{ headers, body } = expect.fail()] = receiver.received
    const verifier = new Webhook(endpoint.secret)
    expect(verifier.verify(body, headers as Record<string, string>)).toHaveProperty('type')
    expect(() => verifier.verify(`${body} `, headers as Record<string, string>)).toThrow()
  })

  // docs/api.md#webhook-requests
  test('a retry has the same id and body, but its own timestamp and signature', async () => {
    const { kit, receiver, endpoint } = await createDeliveryKit({
      store: openStore(),
      answer: status(500),
    })
    kit.clock.advance(Date.now() - kit.clock.now() - 3_000)
    await kit.say()
    await kit.settle()
    await kit.pass(0.5)
    const [first, second] = receiver.received
    expect(second?.body).toBe(first?.body)
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
    const timestamps = [first, second].map((request) =>
      Number(request?.headers['webhook-timestamp']),
    )
    expect((timestamps[1] ?? 0) - (timestamps[0] ?? 0)).toBe(30)
    for (const { body, headers } of receiver.received) {
      const signed = headers as Record<string, string>
      expect(new Webhook(endpoint.secret).verify(body, signed)).toHaveProperty('id')
    }
  })

  test('a request has the path and query of the URL of its endpoint, but not the fragment', async () => {
    const receiver = await startReceiver()
    const kit = await createWebhookKit({ store: openStore() })
    await kit.subscribe(`${receiver.url}/a%20b/?token=c&d#e`, ['conversation.started'])
    await kit.say()
    await kit.settle()
    expect(receiver.received[0]?.path).toBe('/a%20b/?token=c&d')
  })

  // docs/api.md#signature
  test('up to five secrets sign: the current one, and the newest that were rotated out in the last 24 hours', async () => {
    const { kit, receiver, endpoint } = await createDeliveryKit({ store: openStore() })
    kit.clock.advance(Date.now() - kit.clock.now() - 3_000)
    const secrets: string[] = [endpoint.secret]
    for (let rotation = 0; rotation < 5; rotation += 1) {
      const path = `/webhook_endpoints/${endpoint.id}/rotate_secret`
      secrets.unshift((await kit.call('POST', path)).json.secret)
    }
    await kit.say()
    await kit.settle()
    const [{ headers, body } = expect.fail()] = receiver.received
    const verifies = secrets.map((secret) => {
      try {
        return new Webhook(secret).verify(body, headers as Record<string, string>) !== undefined
      } catch {
        return false
      }
    })
    expect(verifies).toEqual([true, true, true, true, true, false])
    expect(String(headers['webhook-signature']).split(' ')).toHaveLength(5)
  })

  // docs/api.md#signature
  test('a secret stops signing 24 hours after it was rotated out', async () => {
    const { kit, receiver, endpoint } = await createDeliveryKit({ store: openStore() })
    await kit.call('POST', `/webhook_endpoints/${endpoint.id}/rotate_secret`)
    const countSignatures = async () => {
      await kit.say()
      await kit.settle()
      return String(receiver.received.at(-1)?.headers['webhook-signature']).split(' ').length
    }
    expect(await countSignatures()).toBe(2)
    kit.clock.advance(24 * 3_600_000 - 6_001)
    expect(await countSignatures()).toBe(2)
    expect(await countSignatures()).toBe(1)
  })

  test('nothing is sent before the payload delay has passed', async () => {
    const { kit, receiver, endpoint } = await createDeliveryKit({ store: openStore() })
    await kit.say()
    kit.clock.advance(2_999)
    expect(await kit.doorkit.worker.tick()).toMatchObject({ built: 0, attempted: 0 })
    expect((await kit.deliveries(endpoint))[0]).toMatchObject({ status: 'queued', attempts: 0 })
    kit.clock.advance(1)
    expect(await kit.doorkit.worker.tick()).toMatchObject({ built: 1, attempted: 1 })
    expect(receiver.received).toHaveLength(1)
  })

  // docs/api.md#payloads
  test('the payload shows the object as it is after the delay, and then never changes', async () => {
    const { kit, receiver } = await createDeliveryKit({ store: openStore(), answer: status(500) })
    const session = await kit.say()
    await kit.call('POST', `/chat/sessions/${session.id}/messages`, { body: { text: 'Me again' } })
    await kit.settle()
    await kit.call('POST', `/chat/sessions/${session.id}/messages`, { body: { text: 'And again' } })
    for (let attempt = 0; attempt < 3; attempt += 1) await kit.pass(31)
    const bodies = receiver.received.map(({ body }) => body)
    expect(bodies).toHaveLength(4)
    expect(new Set(bodies).size).toBe(1)
    expect(JSON.parse(bodies[0] ?? '').data.object.message_count).toBe(4)
  })

  test('a delivered event is in the delivery log, and is not sent again', async () => {
    const { kit, receiver, endpoint } = await createDeliveryKit({
      store: openStore(),
      answer: status(201, 'thanks'),
    })
    await kit.say()
    await kit.settle()
    await kit.pass(10_000)
    expect(receiver.received).toHaveLength(1)
    expect(await kit.deliveries(endpoint)).toEqual([
      {
        id: expect.stringMatching(/^whd_/),
        object: 'webhook_delivery',
        endpoint: endpoint.id,
        event: receiver.received[0]?.headers['webhook-id'],
        event_type: 'conversation.started',
        status: 'delivered',
        attempts: 1,
        last_status: 201,
        last_error: null,
        response: 'thanks',
        duration_ms: expect.any(Number),
        next_attempt_at: null,
        created_at: '2026-10-12T09:30:00.000Z',
        updated_at: '2026-10-12T09:30:03.000Z',
      },
    ])
  })

  test('an event is sent only to endpoints that were enabled and subscribed to its type when it happened', async () => {
    const kit = await createWebhookKit({ store: openStore() })
    const receiver = await startReceiver()
    await kit.say()
    const subscriptions = [
      ['*'],
      ['conversation.started'],
      ['meeting.booked'],
      ['handoff.requested'],
    ]
    for (const [at, events] of subscriptions.entries()) {
      await kit.subscribe(`${receiver.url}/${at}`, events)
    }
    const off = await kit.subscribe(`${receiver.url}/off`)
    await kit.call('PATCH', `/webhook_endpoints/${off.id}`, { body: { status: 'disabled' } })
    await kit.say('person')
    await kit.settle()
    const seen = receiver.received.map(({ path, body }) => `${path} ${JSON.parse(body).type}`)
    expect(seen.sort()).toEqual([
      '/0 conversation.started',
      '/0 handoff.requested',
      '/1 conversation.started',
      '/3 handoff.requested',
    ])
  })

  test('a payload contains names and emails but no messages, even if the API key cannot read contacts', async () => {
    const receiver = await startReceiver()
    const kit = await createWebhookKit({
      store: openStore(),
      scopes: ['webhooks:write', 'chat:write'],
    })
    await kit.subscribe(receiver.url, ['lead.captured'])
    const session = await kit.say('ada@example.com')
    await kit.settle()
    expect(JSON.parse(receiver.received[0]?.body ?? '').data).toMatchObject({
      object: { object: 'contact', email: 'ada@example.com', first_name: 'Ada' },
      conversation: { id: session.conversation, lead: { email: 'ada@example.com' } },
    })
    expect(receiver.received[0]?.body).not.toContain('"messages"')
  })

  test('an event whose object no longer exists is sent with null in place of the object', async () => {
    const { kit, receiver } = await createDeliveryKit({ store: openStore() })
    const session = await kit.say()
    await kit.store.commit([
      { op: 'remove', in: 'conversations', partition: kit.workspace.id, id: session.conversation },
    ])
    await kit.settle()
    expect(JSON.parse(receiver.received[0]?.body ?? '').data).toEqual({ object: null })
  })
})
