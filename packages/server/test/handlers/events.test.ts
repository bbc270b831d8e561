import { expect, test } from 'vitest'
import { caller } from '../support/kit.ts'
import { idsOf, walk } from '../support/pages.ts'
import { describeOverMemory } from '../support/stores.ts'
import { createWebhookKit } from '../support/webhooks.ts'

const day = 24 * 3_600_000

describeOverMemory('GET /events', (openStore) => {
  test('shows the current object until the payload is built, and then the payload', async () => {
    const kit = await createWebhookKit({ store: openStore() })
    const session = await kit.say()
    const path = `/chat/sessions/${session.id}/messages`
    const countMessages = async () =>
      (await kit.call('GET', '/events')).json.data[0].data.object.message_count
    expect(await countMessages()).toBe(2)
    await kit.call('POST', path, { body: { text: 'More' } })
    expect(await countMessages()).toBe(4)
    await kit.settle()
    await kit.call('POST', path, { body: { text: 'And more' } })
    expect(await countMessages()).toBe(4)
  })

  test('shows an API key without contacts:read only references', async () => {
    const kit = await createWebhookKit({ store: openStore() })
    const session = await kit.say('ada@example.com')
    const [contact] = (await kit.call('GET', '/contacts')).json.data
    const key = await kit.doorkit.keys.create({
      workspace: kit.workspace.id,
      name: 'R',
      scopes: ['events:read'],
    })
    const call = caller({ ...kit, key })
    const expected = {
      'lead.captured': { object: { id: contact.id, object: 'contact' } },
      'conversation.started': { object: { id: session.conversation, object: 'conversation' } },
    }
    for (const built of [false, true]) {
      if (built) await kit.settle()
      const { data } = (await call('GET', '/events')).json
      expect(data).toHaveLength(2)
      for (const event of data) {
        expect.soft(event.data).toEqual(expected[event.type as keyof typeof expected])
        expect.soft((await call('GET', `/events/${event.id}`)).json).toEqual(event)
      }
    }
  })

  // docs/api.md#event
  test('shows the last 30 days, even if no worker sweeps', async () => {
    const kit = await createWebhookKit({ store: openStore() })
    await kit.say()
    const [event] = (await kit.call('GET', '/events')).json.data
    kit.clock.advance(30 * day)
    expect((await kit.call('GET', '/events')).json.data).toHaveLength(1)
    expect((await kit.call('GET', `/events/${event.id}`)).status).toBe(200)
    kit.clock.advance(1)
    expect((await kit.call('GET', '/events')).json.data).toEqual([])
    expect((await kit.call('GET', '/events?created_since=2020-01-01T00:00:00Z')).json.data).toEqual(
      [],
    )
    expect((await kit.call('GET', `/events/${event.id}`)).status).toBe(404)
    await kit.doorkit.worker.tick()
    expect(
      await kit.store.get([{ in: 'events', partition: kit.workspace.id, id: event.id }]),
    ).toEqual([null])
  })

  test('lists each event once while new ones are emitted', async () => {
    const kit = await createWebhookKit({ store: openStore() })
    for (let at = 0; at < 8; at += 1) await kit.say('ada@example.com')
    const all = idsOf((await kit.call('GET', '/events?limit=100')).json.data)
    const pages = await walk(kit.call, '/events?limit=3', () => kit.say())
    expect(idsOf(pages.flat())).toEqual(all)
  })

  test('accepts a cursor even if the time of its filter has become older than 30 days', async () => {
    const kit = await createWebhookKit({ store: openStore() })
    for (let at = 0; at < 3; at += 1) await kit.say()
    kit.clock.advance(30 * day - 1_000)
    const time = new Date(kit.clock.now() - 30 * day + 500).toISOString()
    const first = (await kit.call('GET', `/events?limit=1&created_since=${time}`)).json
    kit.clock.advance(900)
    const rest = `/events?limit=5&created_since=${time}&starting_after=${first.next_cursor}`
    const { status, json } = await kit.call('GET', rest)
    expect([status, json.data.length]).toEqual([200, 2])
  })
})

describeOverMemory('POST /events/{id}/redeliver', (openStore) => {
  test('without a subscriber queues nothing', async () => {
    const kit = await createWebhookKit({ store: openStore() })
    await kit.say()
    const [event] = (await kit.call('GET', '/events')).json.data
    const { status, json } = await kit.call('POST', `/events/${event.id}/redeliver`)
    expect([status, json.deliveries]).toEqual([200, 0])
  })

  test('of an event older than 30 days finds nothing', async () => {
    const kit = await createWebhookKit({ store: openStore() })
    await kit.say()
    const [event] = (await kit.call('GET', '/events')).json.data
    kit.clock.advance(30 * day + 1)
    expect((await kit.call('POST', `/events/${event.id}/redeliver`)).status).toBe(404)
  })
})
