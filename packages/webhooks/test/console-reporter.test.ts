import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest'
import { createWebhookRouter, WebhookError, type WebhookRouterOptions } from '../src/index.ts'
import { webhookDelivery, webhookFixture } from '../src/testing.ts'
import { delivery, event, secret } from './recording-router.ts'

let now = 0
let error: MockInstance<Console['error']>
let warn: MockInstance<Console['warn']>
const failure = new Error('no database')
const failingRouter = (options: Partial<WebhookRouterOptions> = {}) =>
  createWebhookRouter({
    secret,
    now: () => now,
    fallback: () => {
      throw failure
    },
    ...options,
  } as WebhookRouterOptions)

beforeEach(() => {
  now = Number(delivery.headers['webhook-timestamp']) * 1_000
  error = vi.spyOn(console, 'error').mockImplementation(() => {})
  warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
})

afterEach(() => {
  vi.restoreAllMocks()
})

const warnings = () => warn.mock.calls.map(([line]) => String(line))

test('every error of a handler is logged, with only the id and type of the event', async () => {
  const router = failingRouter()
  await router.receive(delivery)
  await router.receive(delivery)
  const line = `Handling the event ${event.id} of type meeting.booked failed, so the sender will try again.`
  expect(error.mock.calls).toEqual([
    [line, failure],
    [line, failure],
  ])
})

test('a failed event of a type that this version does not know is logged with the type that was sent', async () => {
  const opened = { ...webhookFixture('webhook.test'), type: 'link.opened' }
  await failingRouter().receive(webhookDelivery(opened, { secret, now: () => now }))
  expect(error.mock.calls).toEqual([
    [expect.stringContaining(`${opened.id} of type link.opened failed`), failure],
  ])
})

test('an error of this package that a handler throws is logged like any other', async () => {
  const thrownError = new WebhookError('missing_header', 'Of another webhook.')
  const fallback = () => {
    throw thrownError
  }
  const router = failingRouter({ fallback })
  await router.receive(delivery)
  await router.receive(delivery)
  expect(error.mock.calls.map(([, reason]) => reason)).toEqual([thrownError, thrownError])
})

test('a failure to fetch the secret is logged with its reason', async () => {
  const reason = new Error('vault')
  await failingRouter({ secret: () => Promise.reject(reason) }).receive(delivery)
  expect(error.mock.calls).toEqual([
    ['Receiving a webhook failed, so the sender will try again.', reason],
  ])
})

test('refused webhooks are logged at most once a minute for each code, and the line names diagnoseWebhook', async () => {
  const router = failingRouter()
  for (const headers of [{}, delivery.headers, {}, delivery.headers]) {
    await router.receive({ headers, body: 'ada@example.com' })
  }
  expect(warnings()).toEqual([
    expect.stringMatching(/the code missing_header\. .* diagnoseWebhook /),
    expect.stringMatching(/the code no_matching_signature\. .* diagnoseWebhook /),
  ])
  expect(warnings().join()).not.toMatch(/ada@|whsec_|since it was last logged/)
})

test('the next line with a code says how many requests were refused with this code since the line before', async () => {
  const router = failingRouter()
  const refuse = () => router.receive({ headers: {}, body: '' })
  for (let count = 0; count < 41; count++) await refuse()
  now += 59_999
  await refuse()
  expect(warnings()).toHaveLength(1)
  now += 1
  await refuse()
  expect(warnings()).toHaveLength(2)
  expect(warnings()[1]).toContain(
    ' Other webhooks refused with this code since it was last logged: 41. ',
  )
  now += 60_000
  await refuse()
  expect(warnings()[2]).not.toContain('since it was last logged')
})

test('a clock that was set back does not silence a code', async () => {
  const router = failingRouter()
  const refuse = () => router.receive({ headers: {}, body: '' })
  await refuse()
  now -= 3_600_000
  await refuse()
  expect(warnings()).toHaveLength(2)
})
