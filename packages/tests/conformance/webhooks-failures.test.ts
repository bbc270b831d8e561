import { type AddressInfo, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { ok } from './support/api.ts'
import { openWorkspace } from './support/open-workspace.ts'
import { anId, aTimestamp } from './support/patterns.ts'
import { answering, type Reply, startReceiver } from './support/receiver.ts'
import { startServer } from './support/server.ts'
import { until } from './support/until.ts'
import type { List, WebhookDelivery } from './support/wire.ts'

const server = await startServer('--allow-private-webhooks', '--payload-delay-ms', '0')
const receiver = await startReceiver()

/** Finds a URL on which nothing listens. */
async function findClosedUrl(): Promise<string> {
  const listener = createServer()
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const { port } = listener.address() as AddressInfo
  await new Promise<void>((resolve) => listener.close(() => resolve()))
  return `http://127.0.0.1:${port}/`
}

// docs/api.md#deliveries
test.concurrent('any 2xx answer is a success, and the delivery log has the details', async () => {
  const { hooks, site } = await openWorkspace(server)
  const statuses = [200, 201, 202, 204, 299]
  const subscribed = await Promise.all(
    statuses.map(async (status) => {
      const target = receiver.openTarget(answering(status, status === 204 ? '' : 'thank you'))
      const { id } = await hooks.subscribe(target, 'lead.captured')
      return { status, target, id }
    }),
  )
  await site.lead({ email: 'delivered@example.com' })
  for (const { status, target, id } of subscribed) {
    const { event } = await target.next()
    const delivery = await hooks.untilDelivery(id, 'delivered')
    expect(delivery).toMatchObject({
      id: anId('whd_'),
      object: 'webhook_delivery',
      endpoint: id,
      event: event.id,
      event_type: 'lead.captured',
      attempts: 1,
      last_status: status,
      last_error: null,
      duration_ms: expect.any(Number),
      next_attempt_at: null,
      created_at: aTimestamp,
      updated_at: aTimestamp,
    })
    expect(delivery.response || null).toBe(status === 204 ? null : 'thank you')
  }
  expect(subscribed).toHaveLength(5)
})

// docs/api.md#retries
test.concurrent('an error status is a failure whose answer is logged, and a retry is due about 30 seconds later', async () => {
  const { hooks, site } = await openWorkspace(server)
  const statuses = [400, 404, 429, 500, 503]
  const subscribed = await Promise.all(
    statuses.map(async (status) => {
      const target = receiver.openTarget(answering(status, 'no'))
      const { id } = await hooks.subscribe(target, 'lead.captured')
      return { status, target, id }
    }),
  )
  await site.lead({ email: 'retried@example.com' })
  for (const { status, target, id } of subscribed) {
    const { receivedAt } = await target.next()
    const delivery = await hooks.untilDelivery(id, 'retrying')
    expect(delivery).toMatchObject({ attempts: 1, last_status: status, response: 'no' })
    const waitMs = Date.parse(delivery.next_attempt_at ?? '') - receivedAt
    expect(waitMs).toBeGreaterThan(26_000)
    expect(waitMs).toBeLessThan(35_000)
  }
  expect(subscribed).toHaveLength(5)
})

// docs/api.md#deliveries
test.concurrent('a redirect is a failure and is not followed', async () => {
  const { hooks, site } = await openWorkspace(server)
  const elsewhere = receiver.openTarget()
  const target = receiver.openTarget(answering(302, '', { Location: elsewhere.url }))
  const { id } = await hooks.subscribe(target, 'lead.captured')
  await site.lead({ email: 'redirected@example.com' })
  const delivery = await hooks.untilDelivery(id, 'retrying')
  expect(delivery).toMatchObject({ attempts: 1, last_status: 302 })
  expect(elsewhere.received).toEqual([])
})

test.concurrent('a refused connection is a failure with a reason and without a status', async () => {
  const { hooks, site } = await openWorkspace(server)
  const { id } = await hooks.subscribe({ url: await findClosedUrl() }, 'lead.captured')
  await site.lead({ email: 'nobody-home@example.com' })
  const delivery = await hooks.untilDelivery(id, 'retrying')
  expect(delivery).toMatchObject({ attempts: 1, last_status: null, response: null })
  expect(delivery.last_error).toMatch(/\S/)
})

test.concurrent('a connection that closes before an answer is a failure', async () => {
  const { hooks, site } = await openWorkspace(server)
  const target = receiver.openTarget((response) => response.destroy())
  const { id } = await hooks.subscribe(target, 'lead.captured')
  await site.lead({ email: 'cut@example.com' })
  const delivery = await hooks.untilDelivery(id, 'retrying')
  expect(delivery.last_status).toBeNull()
  expect(delivery.last_error).toMatch(/\S/)
})

// docs/api.md#webhook-delivery
test.concurrent('the delivery log keeps the first 500 characters of the answer', async () => {
  const { hooks, site } = await openWorkspace(server)
  const target = receiver.openTarget(answering(200, `${'é'.repeat(500)}and more`))
  const { id } = await hooks.subscribe(target, 'lead.captured')
  await site.lead({ email: 'long-answer@example.com' })
  const delivery = await hooks.untilDelivery(id, 'delivered')
  expect(delivery.response).toBe('é'.repeat(500))
})

// docs/api.md#deliveries
test.concurrent('an endless answer is a success, and only its beginning is read', async () => {
  const { hooks, site } = await openWorkspace(server)
  let written = 0
  const endless: Reply = (response) => {
    response.writeHead(200)
    const piece = 'x'.repeat(16_384)
    const write = () => {
      while (!response.destroyed && response.write(piece)) written += piece.length
    }
    response.on('drain', write).on('error', () => {})
    write()
  }
  const target = receiver.openTarget(endless)
  const { id } = await hooks.subscribe(target, 'lead.captured')
  await site.lead({ email: 'endless@example.com' })
  const delivery = await hooks.untilDelivery(id, 'delivered')
  expect(delivery.response).toBe('x'.repeat(500))
  // The receiver can write more than the server reads, because sockets have buffers. The operating
  // system decides their size.
  expect(written).toBeLessThan(16 * 1_048_576)
})

// docs/api.md#webhook-endpoint-states
test.concurrent('an answer of 410 disables the endpoint immediately', async () => {
  const { hooks, site } = await openWorkspace(server)
  const target = receiver.openTarget(answering(410))
  const { id } = await hooks.subscribe(target, '*')
  await site.chat()
  const off = await until('the endpoint to be disabled', async () => {
    const current = await hooks.get(id)
    return current.status === 'disabled' ? current : null
  })
  expect(off.disabled_reason).toBe('gone')
  const before = await hooks.listDeliveries(id)
  await site.chat()
  expect(await hooks.listDeliveries(id)).toHaveLength(before.length)
})

test.concurrent('an endpoint shows since when it has been failing, until it succeeds', async () => {
  const { hooks, site } = await openWorkspace(server)
  const target = receiver.openTarget(answering(500))
  const { id } = await hooks.subscribe(target, 'lead.captured')
  await site.lead({ email: 'failing@example.com' })
  await target.next()
  const retrying = await hooks.untilDelivery(id, 'retrying')
  expect((await hooks.get(id)).failing_since).toEqual(aTimestamp)
  target.reply(answering(200))
  await hooks.redeliver(retrying)
  await target.next()
  await until('the endpoint to succeed', async () => (await hooks.get(id)).failing_since === null)
})

// docs/api.md#webhook-delivery
test.concurrent('the delivery log is listed newest first and can be filtered by status', async () => {
  const { api, hooks, site } = await openWorkspace(server)
  const target = receiver.openTarget(answering(500))
  const { id } = await hooks.subscribe(target, 'lead.captured')
  for (const name of ['one', 'two', 'three']) await site.lead({ email: `${name}@example.com` })
  for (let count = 0; count < 3; count += 1) await target.next()
  target.reply(answering(204))
  await site.lead({ email: 'log-last@example.com' })
  await target.next()
  await until('the first attempt of all deliveries', async () => {
    const all = await hooks.listDeliveries(id)
    return all.filter(({ status }) => status !== 'queued').length === 4
  })
  const all = await hooks.listDeliveries(id)
  expect(all.map(({ created_at }) => created_at)).toEqual(
    all
      .map(({ created_at }) => created_at)
      .sort()
      .reverse(),
  )
  expect(all.map(({ status }) => status)).toEqual(['delivered', 'retrying', 'retrying', 'retrying'])
  expect(await hooks.listDeliveries(id, '&status=retrying')).toEqual(all.slice(1))
  expect(await hooks.listDeliveries(id, '&status=failed')).toEqual([])
  const path = `/webhook_endpoints/${id}/deliveries`
  const first = await ok(api.get<List<WebhookDelivery>>(`${path}?limit=3`))
  expect(first).toMatchObject({ object: 'list', has_more: true })
  const rest = await ok(
    api.get<List<WebhookDelivery>>(`${path}?limit=3&starting_after=${first.next_cursor}`),
  )
  expect([...first.data, ...rest.data]).toEqual(all)
  expect((await api.get(`${path}?status=lost`)).status).toBe(400)
})
