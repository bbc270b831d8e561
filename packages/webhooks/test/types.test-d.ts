import type { Meeting, Open } from '@doorkit/models'
import express from 'express'
import { fastify } from 'fastify'
import { Hono } from 'hono'
import { describe, expectTypeOf, test } from 'vitest'
import { toExpress } from '../src/express.ts'
import { fastifyWebhooks } from '../src/fastify.ts'
import { toHono } from '../src/hono.ts'
import {
  createWebhookRouter,
  type DedupeStore,
  eventObject,
  isKnownEvent,
  type KnownWebhookEvent,
  memoryDedupeStore,
  type ReceivedEvent,
  recoverMissed,
  type SignedHeaders,
  signWebhook,
  type UnknownWebhookEvent,
  verifyWebhook,
  type WebhookErrorCode,
  type WebhookHeaders,
} from '../src/index.ts'
import { toNext } from '../src/next.ts'
import { webhookFixture } from '../src/testing.ts'

declare const event: ReceivedEvent
declare const body: Uint8Array
declare const headers: WebhookHeaders

describe('an event', () => {
  test('is known or not, and a known one is told apart by its type', () => {
    expectTypeOf(verifyWebhook).returns.toEqualTypeOf<ReceivedEvent>()
    if (!isKnownEvent(event)) {
      expectTypeOf(event).toEqualTypeOf<UnknownWebhookEvent>()
      expectTypeOf(event.data).toBeUnknown()
      return
    }
    if (event.type === 'meeting.booked') {
      expectTypeOf(eventObject(event)).toEqualTypeOf<Open<Meeting> | null>()
    }
    if (event.type === 'knowledge.source_failed' && 'error' in event.data) {
      expectTypeOf(event.data.error).toEqualTypeOf<string>()
    }
    if (event.type === 'lead.captured') {
      expectTypeOf(eventObject(event)?.id).toEqualTypeOf<`ct_${string}` | undefined>()
    }
    // @ts-expect-error: no such type, so the comparison is a mistake.
    event.type === 'meeting.moved'
  })

  test('must be looked at for an erased person before its object is read', () => {
    if (isKnownEvent(event) && event.type === 'meeting.booked') {
      // @ts-expect-error: data may be { erased: true }.
      event.data.object
    }
  })

  test('has open enumerations', () => {
    const status = eventObject(webhookFixture('meeting.booked'))?.status
    expectTypeOf(status).toEqualTypeOf<'booked' | 'canceled' | (string & {}) | undefined>()
  })
})

test('a fixture is of its type, and so are its overrides', () => {
  expectTypeOf(webhookFixture('meeting.booked')).toEqualTypeOf<
    Extract<KnownWebhookEvent, { type: 'meeting.booked' }>
  >()
  webhookFixture('meeting.booked', { data: { object: { host: null, status: 'tentative' } } })
  webhookFixture('meeting.booked', { data: { object: null } })
  // @ts-expect-error: a meeting has no such field.
  webhookFixture('meeting.booked', { data: { object: { hots: 'Grace' } } })
  // @ts-expect-error: what is erased has no object, so it is no override of one.
  webhookFixture('meeting.booked', { data: { erased: true } })
})

describe('a router', () => {
  test('gives each handler the event of its type', () => {
    createWebhookRouter({
      secret: 'whsec_',
      fallback: (event) => expectTypeOf(event).toEqualTypeOf<ReceivedEvent>(),
    })
      .on('meeting.booked', (event) =>
        expectTypeOf(event).toEqualTypeOf<Extract<KnownWebhookEvent, { type: 'meeting.booked' }>>(),
      )
      .on('webhook.test', async (event) => {
        expectTypeOf(event.type).toEqualTypeOf<'webhook.test'>()
      })
      // @ts-expect-error: types nobody knows go to the fallback.
      .on('meeting.moved', () => {})
  })

  test('needs a fallback and a secret', () => {
    // @ts-expect-error: fallback is missing.
    createWebhookRouter({ secret: 'whsec_' })
    // @ts-expect-error: secret is missing.
    createWebhookRouter({ fallback: () => {} })
  })

  test('fits its frameworks', () => {
    const router = createWebhookRouter({ secret: 'whsec_', fallback: () => {} })
    express().post('/webhooks', toExpress(router))
    new Hono<{ Bindings: { SECRET: string } }>().post('/webhooks', toHono(router))
    fastify().register(fastifyWebhooks, { prefix: '/webhooks', router })
    // @ts-expect-error: the router is missing.
    fastify().register(fastifyWebhooks, { prefix: '/webhooks' })
    expectTypeOf(toNext(router)).toEqualTypeOf<(request: Request) => Promise<Response>>()
  })
})

test('one secret or several are given, not both and not none', () => {
  verifyWebhook({ body, headers, secret: 'whsec_' })
  verifyWebhook({ body, headers, secrets: ['whsec_', 'whsec_'] })
  // @ts-expect-error: neither is given.
  verifyWebhook({ body, headers })
  // @ts-expect-error: both are given.
  verifyWebhook({ body, headers, secret: 'whsec_', secrets: ['whsec_'] })
})

test('headers are taken as every runtime has them', () => {
  verifyWebhook({ body, headers: new Headers(), secret: 'whsec_' })
  verifyWebhook({ body, headers: new Map<string, string>(), secret: 'whsec_' })
  verifyWebhook({ body, headers: [['webhook-id', 'evt_1']], secret: 'whsec_' })
  const incoming: import('node:http').IncomingHttpHeaders = {}
  verifyWebhook({ body, headers: incoming, secret: 'whsec_' })
  // @ts-expect-error: a parsed body has lost its bytes.
  verifyWebhook({ body: { id: 'evt_1' }, headers: incoming, secret: 'whsec_' })
})

test('signed headers can be sent by fetch', () => {
  expectTypeOf(signWebhook).returns.toEqualTypeOf<SignedHeaders>()
  const signed = signWebhook({ id: 'evt_1', body: '', secret: 'whsec_' })
  expectTypeOf(fetch).toBeCallableWith('https://example.com', { headers: signed })
})

test('a store may be synchronous or not', () => {
  expectTypeOf(memoryDedupeStore()).toEqualTypeOf<DedupeStore>()
  const remote: DedupeStore = {
    claim: async () => ({ status: 'claimed', token: '1' }),
    complete: async () => {},
    release: async () => {},
  }
  createWebhookRouter({ secret: 'whsec_', fallback: () => {}, dedupe: remote })
})

test('an event of the log can be dispatched as it is listed', async () => {
  const router = createWebhookRouter({ secret: 'whsec_', fallback: () => {} })
  async function* listEvents(): AsyncGenerator<import('@doorkit/models').LoggedEvent> {}
  const recovery = await recoverMissed({
    listEvents,
    since: new Date(),
    handle: (event) => router.dispatch(event),
  })
  expectTypeOf(recovery.failed[0]?.event.type).toEqualTypeOf<
    import('@doorkit/models').EventType | undefined
  >()
})

test('codes are a closed list', () => {
  const status = (code: WebhookErrorCode): number => {
    switch (code) {
      case 'parsed_body':
        return 500
      // @ts-expect-error: there is no such code.
      case 'bad_signature':
        return 400
      default:
        return 400
    }
  }
  expectTypeOf(status).returns.toBeNumber()
})
