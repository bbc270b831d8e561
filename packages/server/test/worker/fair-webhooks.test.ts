import type { Row, Store } from '@doorkit/store'
import { expect, test } from 'vitest'
import { deliveries } from '../../src/collections/delivery.ts'
import { dueDeliveries } from '../../src/collections/due-delivery.ts'
import { endpointQueues } from '../../src/collections/endpoint-queue.ts'
import { events } from '../../src/collections/event.ts'
import { createDoorkit, type WebhookSender } from '../../src/index.ts'
import { until } from '../support/faulty-store.ts'
import { startReceiver } from '../support/receiver.ts'
import { overMemory } from '../support/stores.ts'
import { createWebhookKit, type WebhookKit } from '../support/webhooks.ts'

const types = ['conversation.started']

/** Queues events for an endpoint, as if their payloads had just been built. */
async function queueEvents(
  { store, clock }: WebhookKit,
  to: { workspace: string; endpoint: string },
  count: number,
) {
  const { workspace, endpoint } = to
  const now = clock.now()
  for (let number = 0; number < count; number += 1) {
    const id = `${endpoint}-${number}`
    const subject = { kind: 'conversation', id: 'conv_1' }
    const data = {
      type: 'conversation.started',
      subject,
      conversation: null,
      error: null,
      payload: '{}',
      erased: false,
      deliveries: [],
    } as const
    const event = { workspace, created_at: now, about: subject.id, due_at: null, lease: null }
    const delivery = {
      workspace,
      endpoint,
      event: id,
      status: 'queued',
      created_at: now,
      updated_at: now,
      attempts: 0,
      erased: 0,
    } as const
    await store.commit([
      events.insert(id, event, data),
      deliveries.insert(id, delivery, {
        event_type: 'conversation.started',
        next_at: now,
        last_status: null,
        last_error: null,
        response: null,
        duration_ms: null,
      }),
      dueDeliveries.insert(
        id,
        { workspace, endpoint, due_at: now },
        {
          event: id,
          event_type: 'conversation.started',
          automatic: 0,
          automatic_at: now,
          manual: 0,
        },
      ),
    ])
  }
  await store.commit([endpointQueues.patch(workspace, endpoint, { set: { due_at: now } })])
}

/** A sender that gets no answer from the URLs for which `state.hangs` is true. */
function steeredSender() {
  const underWay = new Map<string, number>()
  const mostAtOnce = new Map<string, number>()
  const sent: string[] = []
  const state = { hangs: (_url: string) => false }
  const sender: WebhookSender = {
    async send({ url }) {
      sent.push(url)
      const now = (underWay.get(url) ?? 0) + 1
      underWay.set(url, now)
      mostAtOnce.set(url, Math.max(now, mostAtOnce.get(url) ?? 0))
      await new Promise((resolve) => setImmediate(resolve))
      underWay.set(url, now - 1)
      return state.hangs(url)
        ? {
            status: null,
            error: 'No answer',
            response: null,
            durationMs: 10_000,
            retryAfterMs: null,
          }
        : { status: 200, error: null, response: '', durationMs: 20, retryAfterMs: null }
    },
    close: async () => {},
  }
  return { sender, sent, mostAtOnce, state }
}

/** A store that counts the rows it returns and the commits it makes. */
function countingStore(inner: Store) {
  const seen = { rows: 0, commits: 0 }
  const count = (rows: readonly (Row | null)[]) => {
    seen.rows += rows.length
  }
  const store: Store = {
    ...inner,
    async get(refs) {
      const rows = await inner.get(refs)
      count(rows)
      return rows
    },
    async list(query) {
      const rows = await inner.list(query)
      count(rows)
      return rows
    },
    async claim(query) {
      const rows = await inner.claim(query)
      count(rows)
      return rows
    },
    commit(ops, options) {
      seen.commits += 1
      return inner.commit(ops, options)
    },
  }
  return { store, seen }
}

overMemory((openStore) => {
  test('four workspaces with 16 hanging endpoints each do not delay the webhook of a fifth workspace', async () => {
    const openRequests: (() => void)[] = []
    const hanging = await startReceiver((response) => openRequests.push(() => response.end()))
    const quick = await startReceiver()
    const kit = await createWebhookKit({ store: openStore(), worker: { concurrency: 64 } })
    for (let hog = 0; hog < 4; hog += 1) {
      const { id, call } = await kit.anotherWorkspace()
      for (let number = 0; number < 16; number += 1) {
        const url = `${hanging.url}/${id}/${number}`
        const body = { url, events: types }
        const endpoint = (await call('POST', '/webhook_endpoints', { body })).json
        await queueEvents(kit, { workspace: id, endpoint: endpoint.id }, 8)
      }
    }
    await kit.subscribe(quick.url, types)
    await kit.say()
    const tick = kit.doorkit.worker.tick()
    await until(() => hanging.received.length >= 32)
    kit.clock.advance(3_000)
    await until(() => quick.received.length === 1)
    expect(openRequests.length).toBe(hanging.received.length)
    hanging.answerWith((response) => response.end())
    for (const end of openRequests) end()
    await tick
    expect(hanging.received).toHaveLength(4 * 16 * 8)
  })

  test('hanging endpoints of a workspace do not delay its other endpoints', async () => {
    const openRequests: (() => void)[] = []
    const hanging = await startReceiver((response) => openRequests.push(() => response.end()))
    const quick = await startReceiver()
    const kit = await createWebhookKit({ store: openStore() })
    for (let number = 0; number < 15; number += 1) {
      const endpoint = await kit.subscribe(`${hanging.url}/${number}`, ['meeting.booked'])
      await queueEvents(kit, { workspace: kit.workspace.id, endpoint: endpoint.id }, 8)
    }
    await kit.subscribe(quick.url, types)
    await kit.say()
    const tick = kit.settle()
    await until(() => hanging.received.length === 15 && quick.received.length === 1)
    hanging.answerWith((response) => response.end())
    for (const end of openRequests) end()
    await tick
  })

  test('an endpoint that does not answer gets one delivery every five seconds until it answers', async () => {
    const { sender, sent, mostAtOnce, state } = steeredSender()
    const store = openStore()
    const kit = await createWebhookKit({ store, sender })
    const other = createDoorkit({ store, clock: kit.clock, sender, allowPrivateWebhooks: true })
    const endpoint = await kit.subscribe('http://127.0.0.1:1/', types)
    await queueEvents(kit, { workspace: kit.workspace.id, endpoint: endpoint.id }, 300)
    state.hangs = () => true
    for (let probe = 1; probe <= 4; probe += 1) {
      await Promise.all([kit.doorkit.worker.tick(), other.worker.tick()])
      expect(sent).toHaveLength(probe)
      kit.clock.advance(5_000)
    }
    state.hangs = () => false
    await kit.doorkit.worker.tick()
    expect(sent).toHaveLength(300)
    expect(mostAtOnce.get('http://127.0.0.1:1/')).toBeGreaterThan(1)
  })

  test('the deliveries of one endpoint are not read to find those of another', async () => {
    const { store, seen } = countingStore(openStore())
    const { sender, sent, state } = steeredSender()
    const kit = await createWebhookKit({ store, sender })
    const stuck = await kit.subscribe('http://127.0.0.1:1/', types)
    await queueEvents(kit, { workspace: kit.workspace.id, endpoint: stuck.id }, 2_000)
    state.hangs = (url) => url === stuck.url
    const other = await kit.subscribe('http://127.0.0.1:2/', types)
    await queueEvents(kit, { workspace: kit.workspace.id, endpoint: other.id }, 1)
    seen.rows = 0
    await kit.doorkit.worker.tick()
    expect(sent.sort()).toEqual([stuck.url, other.url])
    expect(seen.rows).toBeLessThan(100)
  })

  test('the results of 640 deliveries are logged in at most ten commits', async () => {
    const { store, seen } = countingStore(openStore())
    const { sender, sent } = steeredSender()
    const kit = await createWebhookKit({ store, sender })
    const endpoint = await kit.subscribe('http://127.0.0.1:1/', types)
    await queueEvents(kit, { workspace: kit.workspace.id, endpoint: endpoint.id }, 640)
    seen.commits = 0
    expect(await kit.doorkit.worker.tick()).toMatchObject({ attempted: 640 })
    expect(seen.commits).toBeLessThanOrEqual(10)
    expect(sent).toHaveLength(640)
    const where = [{ column: 'status', op: 'eq', value: 'delivered' } as const]
    const measures = { rows: { op: 'count' } } as const
    const [logged] = await store.aggregate({ in: deliveries.plan.name, where, measures })
    expect(logged?.values.rows).toBe(640)
  })

  test('97 healthy endpoints are not delayed by three that keep their requests open', async () => {
    const { sender, sent } = steeredSender()
    const openRequests: (() => void)[] = []
    const isBad = (url: string) => url.includes('bad')
    const holding: WebhookSender = {
      ...sender,
      async send(webhook) {
        if (!isBad(webhook.url)) return sender.send(webhook)
        sent.push(webhook.url)
        await new Promise<void>((resolve) => openRequests.push(resolve))
        return {
          status: null,
          error: 'No answer',
          response: null,
          durationMs: 10_000,
          retryAfterMs: null,
        }
      },
    }
    const plans = { apex: { webhook_endpoints: 100, requests_per_minute: 1_000 } }
    const kit = await createWebhookKit({ store: openStore(), sender: holding, plans })
    const names = [
      ...Array.from({ length: 97 }, (_, at) => `healthy-${at}`),
      ...['hole', 'drip', 'endless'].map((name) => `bad-${name}`),
    ]
    for (const name of names) {
      const endpoint = await kit.subscribe(`http://127.0.0.1:1/${name}`, types)
      await queueEvents(kit, { workspace: kit.workspace.id, endpoint: endpoint.id }, 20)
    }
    const tick = kit.doorkit.worker.tick()
    await until(() => sent.filter((url) => !isBad(url)).length === 97 * 20)
    // Each of the three uses one place, and none of its requests has ended.
    expect(sent.filter(isBad)).toHaveLength(3)
    expect(openRequests).toHaveLength(3)
    for (const end of openRequests) end()
    await tick
    expect(sent.filter(isBad)).toHaveLength(3)
  })

  test('a delivery that falls due during the round of its endpoint is sent in the next round', async () => {
    const kit = await createWebhookKit({ store: openStore() })
    let answer = () => {}
    const receiver = await startReceiver((response) => {
      answer = () => response.end()
    })
    await kit.subscribe(receiver.url, types)
    await kit.say()
    const tick = kit.settle()
    await until(() => receiver.received.length === 1)
    await kit.say()
    const second = createDoorkit({
      store: kit.store,
      clock: kit.clock,
      allowPrivateWebhooks: true,
    })
    kit.clock.advance(3_000)
    expect(await second.worker.tick()).toMatchObject({ attempted: 0 })
    receiver.answerWith((response) => response.end())
    answer()
    await tick
    expect(receiver.received).toHaveLength(2)
  })
})
