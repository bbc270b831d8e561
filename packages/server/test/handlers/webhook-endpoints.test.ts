import { eventTypes, WebhookEndpoint } from '@doorkit/models'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { faultyStore } from '../support/faulty-store.ts'
import { caller, createKit } from '../support/kit.ts'
import { idsOf, walk } from '../support/pages.ts'
import { startReceiver, status } from '../support/receiver.ts'
import { describeOverMemory, type OpenStore } from '../support/stores.ts'
import { createDeliveryKit, createWebhookKit } from '../support/webhooks.ts'

const hook = { url: 'https://hooks.example/a', events: ['lead.captured'] }

async function setUp(openStore: OpenStore) {
  const kit = await createKit({ store: openStore() })
  const call = caller(kit)
  const create = (body: object = hook) => call('POST', '/webhook_endpoints', { body })
  return { kit, call, create }
}

describeOverMemory('POST /webhook_endpoints', (openStore) => {
  test('answers 201 with the endpoint and its secret, which no GET shows', async () => {
    const { call, create } = await setUp(openStore)
    const { status: code, json } = await create({ ...hook, description: 'CRM' })
    expect(code).toBe(201)
    expect(WebhookEndpoint.parse(json)).toEqual({
      id: expect.stringMatching(/^we_/),
      object: 'webhook_endpoint',
      url: 'https://hooks.example/a',
      description: 'CRM',
      events: ['lead.captured'],
      status: 'enabled',
      disabled_reason: null,
      failing_since: null,
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      created_at: '2026-10-12T09:30:00.000Z',
      updated_at: '2026-10-12T09:30:00.000Z',
    })
    const { secret: _secret, ...shown } = json
    expect((await call('GET', `/webhook_endpoints/${json.id}`)).json).toEqual(shown)
    expect((await call('GET', '/webhook_endpoints')).json.data).toEqual([shown])
  })

  test('stores no readable secret', async () => {
    const { kit, create } = await setUp(openStore)
    const { id, secret } = (await create()).json
    const [row] = await kit.store.get([
      { in: 'webhook_endpoints', partition: kit.workspace.id, id },
    ])
    expect(JSON.stringify(row)).not.toContain(secret.slice('whsec_'.length, -1))
  })

  test('accepts every event type, and refuses others', async () => {
    const { create } = await setUp(openStore)
    expect((await create({ ...hook, events: eventTypes })).json.events).toEqual(eventTypes)
    const refused = [
      [undefined, 'events'],
      [[], 'events'],
      [['lead.captured', 'lead.captured'], 'events'],
      [['*', 'lead.captured'], 'events'],
      [['lead.lost'], 'events[0]'],
      ['*', 'events'],
    ] as const
    for (const [events, param] of refused) {
      const { status: code, json } = await create({ ...hook, events })
      expect.soft([code, json.param]).toEqual([400, param])
    }
    expect(refused).toHaveLength(6)
  })

  test('creates at most 16, even for simultaneous requests', async () => {
    const { call, create } = await setUp(openStore)
    const answers = await Promise.all(Array.from({ length: 20 }, () => create()))
    const made = answers.filter(({ status: code }) => code === 201)
    const refused = answers.filter(({ json }) => json.code === 'conflict')
    expect([made.length, refused.length]).toEqual([16, 4])
    expect((await call('GET', '/webhook_endpoints')).json).toMatchObject({ has_more: false })
    expect((await call('GET', '/webhook_endpoints')).json.data).toHaveLength(16)
    await call('DELETE', `/webhook_endpoints/${made[0]?.json.id}`)
    expect((await create()).status).toBe(201)
    expect((await create()).status).toBe(409)
  })

  test('counts the endpoints of each workspace separately', async () => {
    const { kit, create } = await setUp(openStore)
    for (let at = 0; at < 16; at += 1) await create()
    const { call: other } = await kit.anotherWorkspace()
    expect((await other('POST', '/webhook_endpoints', { body: hook })).status).toBe(201)
    expect((await other('GET', '/webhook_endpoints')).json.data).toHaveLength(1)
  })
})

describeOverMemory('PATCH /webhook_endpoints/{id}', (openStore) => {
  test('changes the given fields and shows no secret', async () => {
    const { kit, call, create } = await setUp(openStore)
    const { secret: _secret, ...made } = (await create()).json
    kit.clock.advance(1_000)
    const body = { url: 'https://hooks.example/b', events: ['*'], description: 'B' }
    const { json } = await call('PATCH', `/webhook_endpoints/${made.id}`, { body })
    expect(json).toEqual({ ...made, ...body, updated_at: '2026-10-12T09:30:01.000Z' })
    expect((await call('PATCH', `/webhook_endpoints/${made.id}`, { body: {} })).json).toMatchObject(
      body,
    )
  })

  test('switches the endpoint off and on, and a second switch-off keeps the reason', async () => {
    const { call, create } = await setUp(openStore)
    const path = `/webhook_endpoints/${(await create()).json.id}`
    const set = async (to: string) => (await call('PATCH', path, { body: { status: to } })).json
    expect(await set('disabled')).toMatchObject({ status: 'disabled', disabled_reason: 'manual' })
    expect(await set('disabled')).toMatchObject({ status: 'disabled', disabled_reason: 'manual' })
    expect(await set('enabled')).toMatchObject({ status: 'enabled', disabled_reason: null })
    const { status: code, json } = await call('PATCH', path, { body: { status: 'paused' } })
    expect([code, json.param]).toEqual([400, 'status'])
  })
})

describeOverMemory('DELETE /webhook_endpoints/{id}', (openStore) => {
  test('stops deliveries and removes their log', async () => {
    const { kit, receiver, endpoint } = await createDeliveryKit({
      store: openStore(),
      answer: status(500),
    })
    await kit.say()
    await kit.settle()
    await kit.say()
    const path = `/webhook_endpoints/${endpoint.id}`
    const { status: code, json } = await kit.call('DELETE', path)
    expect([code, json]).toEqual([
      200,
      { id: endpoint.id, object: 'webhook_endpoint', deleted: true },
    ])
    await kit.settle()
    await kit.pass(1_000)
    expect(receiver.received).toHaveLength(1)
    for (const request of [path, `${path}/deliveries`]) {
      expect.soft((await kit.call('GET', request)).status).toBe(404)
    }
    expect((await kit.call('DELETE', path)).status).toBe(404)
    const rows = await kit.store.aggregate({
      in: 'webhook_deliveries',
      where: [],
      measures: { rows: { op: 'count' } },
    })
    expect(rows[0]?.values.rows).toBe(0)
  })

  test('leaves no log if the server dies after the commit of the deletion', async () => {
    const faults = faultyStore(openStore())
    const { kit, endpoint } = await createDeliveryKit({ store: faults.store })
    await kit.say()
    await kit.settle()
    faults.plan('crash after', 'webhook_endpoints')
    expect((await kit.call('DELETE', `/webhook_endpoints/${endpoint.id}`)).status).toBe(500)
    const where = [{ column: 'endpoint', op: 'eq', value: endpoint.id }] as const
    const measures = { rows: { op: 'count' } } as const
    const [row] = await kit.store.aggregate({ in: 'webhook_deliveries', where, measures })
    expect(row?.values.rows).toBe(0)
  })
})

describeOverMemory('POST /webhook_endpoints/{id}/test', (openStore) => {
  test('sends a signed event once and shows the answer', async () => {
    const kit = await createWebhookKit({ store: openStore() })
    kit.clock.advance(Date.now() - kit.clock.now())
    const receiver = await startReceiver(status(202, 'got it'))
    const endpoint = await kit.subscribe(receiver.url, ['meeting.booked'])
    const { status: code, json } = await kit.call('POST', `/webhook_endpoints/${endpoint.id}/test`)
    expect([code, json]).toEqual([
      200,
      {
        object: 'webhook_test',
        status: 202,
        duration_ms: expect.any(Number),
        response: 'got it',
      },
    ])
    const [{ body, headers } = expect.fail()] = receiver.received
    expect(
      new Webhook(endpoint.secret).verify(body, headers as Record<string, string>),
    ).toMatchObject({
      object: 'event',
      type: 'webhook.test',
      data: { object: { endpoint: endpoint.id, message: expect.any(String) } },
    })
    expect(headers['webhook-id']).toBe(JSON.parse(body).id)
  })

  test('is not retried, and is neither in the delivery log nor an event', async () => {
    const kit = await createWebhookKit({ store: openStore() })
    const receiver = await startReceiver(status(500))
    const endpoint = await kit.subscribe(receiver.url)
    expect((await kit.call('POST', `/webhook_endpoints/${endpoint.id}/test`)).json.status).toBe(500)
    await kit.pass(1_000)
    expect(receiver.received).toHaveLength(1)
    expect((await kit.call('GET', '/events')).json.data).toEqual([])
    expect(await kit.deliveries(endpoint)).toEqual([])
  })

  test('reports why there was no answer', async () => {
    const kit = await createWebhookKit({ store: openStore() })
    const endpoint = await kit.subscribe('http://127.0.0.1:1/')
    const { status: code, json } = await kit.call('POST', `/webhook_endpoints/${endpoint.id}/test`)
    expect([code, json.status, json.response]).toEqual([200, null, 'Connection refused'])
  })

  test('does not disable the endpoint, even if it answers 410', async () => {
    const kit = await createWebhookKit({ store: openStore() })
    const receiver = await startReceiver(status(410))
    const endpoint = await kit.subscribe(receiver.url)
    await kit.call('POST', `/webhook_endpoints/${endpoint.id}/test`)
    expect(await kit.endpoint(endpoint)).toMatchObject({ status: 'enabled', failing_since: null })
  })

  test('also reaches an endpoint that is disabled', async () => {
    const kit = await createWebhookKit({ store: openStore() })
    const receiver = await startReceiver()
    const endpoint = await kit.subscribe(receiver.url)
    const path = `/webhook_endpoints/${endpoint.id}`
    await kit.call('PATCH', path, { body: { status: 'disabled' } })
    expect((await kit.call('POST', `${path}/test`)).json.status).toBe(204)
  })
})

describeOverMemory('POST /webhook_endpoints/{id}/rotate_secret', (openStore) => {
  test('answers with the endpoint and another secret', async () => {
    const { call, create } = await setUp(openStore)
    const { secret, ...made } = (await create()).json
    const { status: code, json } = await call('POST', `/webhook_endpoints/${made.id}/rotate_secret`)
    expect(code).toBe(200)
    expect(json).toEqual({
      ...made,
      secret: expect.stringMatching(/^whsec_/),
      updated_at: expect.any(String),
    })
    expect(json.secret).not.toBe(secret)
    expect((await call('GET', `/webhook_endpoints/${made.id}`)).json).not.toHaveProperty('secret')
  })
})

describeOverMemory('GET /webhook_endpoints/{id}/deliveries', (openStore) => {
  test('pages through the log, newest first, with and without a filter by status', async () => {
    const { kit, receiver, endpoint } = await createDeliveryKit({ store: openStore() })
    for (let at = 0; at < 5; at += 1) {
      await kit.say()
      await kit.settle()
    }
    receiver.answerWith(status(500))
    await kit.say()
    await kit.settle()
    await kit.say()
    const path = `/webhook_endpoints/${endpoint.id}/deliveries`
    const statuses = (await kit.deliveries(endpoint)).map((row: { status: string }) => row.status)
    expect(statuses).toEqual([
      'queued',
      'retrying',
      ...Array.from({ length: 5 }, () => 'delivered'),
    ])
    const delivered = await walk(kit.call, `${path}?status=delivered&limit=2`)
    expect(delivered.map(({ length }) => length)).toEqual([2, 2, 1])
    const pages = await walk(kit.call, `${path}?limit=3`)
    expect(idsOf(pages.flat())).toEqual(idsOf(await kit.deliveries(endpoint)))
    const { json } = await kit.call('GET', `${path}?status=lost`)
    expect(json.param).toBe('status')
  })

  test('a delivery is not found under another endpoint', async () => {
    const { kit, endpoint } = await createDeliveryKit({ store: openStore() })
    const other = await kit.subscribe('http://127.0.0.1:1/', ['meeting.booked'])
    await kit.say()
    await kit.settle()
    const [delivery] = await kit.deliveries(endpoint)
    const path = `/webhook_endpoints/${other.id}/deliveries/${delivery.id}/redeliver`
    expect((await kit.call('POST', path)).status).toBe(404)
  })

  test('a cursor of one endpoint is refused for another', async () => {
    const kit = await createWebhookKit({ store: openStore() })
    const receiver = await startReceiver()
    const endpoints = [await kit.subscribe(receiver.url), await kit.subscribe(receiver.url)]
    for (let at = 0; at < 3; at += 1) await kit.say()
    const [first, second] = endpoints.map(({ id }) => `/webhook_endpoints/${id}/deliveries?limit=1`)
    const { next_cursor } = (await kit.call('GET', first ?? '')).json
    const { status: code } = await kit.call('GET', `${second}&starting_after=${next_cursor}`)
    expect(code).toBe(400)
  })
})
