import type { Open, ReceivedEvent } from '@doorkit/models'
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
  type EventType,
  type Meeting,
  memoryDedupeStore,
  recoverMissed,
  type SignedHeaders,
  signWebhook,
  type UnknownEvent,
  verifyWebhook,
  type WebhookErrorCode,
  type WebhookEvent,
  type WebhookEventOf,
  type WebhookHeaders,
} from '../src/index.ts'
import { toNext } from '../src/next.ts'
import { webhookFixture } from '../src/testing.ts'

declare const event: WebhookEvent
declare const body: Uint8Array
declare const headers: WebhookHeaders

describe('an event', () => {
  test('narrows by its type, and so does its data', () => {
    expectTypeOf(verifyWebhook).returns.toEqualTypeOf<WebhookEvent>()
    if (event.type === 'meeting.booked') {
      expectTypeOf(event.data.object).toEqualTypeOf<Meeting | null | undefined>()
      expectTypeOf(event.data.object?.start_at).toEqualTypeOf<string | undefined>()
    }
    if (event.type === 'knowledge.source_failed') {
      expectTypeOf(event.data.error).toEqualTypeOf<string | undefined>()
    }
    if (event.type === 'lead.captured') {
      expectTypeOf(event.data.object?.id).toEqualTypeOf<`ct_${string}` | undefined>()
    }
    // @ts-expect-error: no such type, so the comparison is a mistake.
    event.type === 'meeting.moved'
  })

  test('of an unknown type has the original', () => {
    if (event.type === 'unknown') {
      expectTypeOf(event).toEqualTypeOf<UnknownEvent>()
      expectTypeOf(event.data).toBeUnknown()
      expectTypeOf(event.raw.type).toBeString()
    }
  })

  test('whose person was erased, or that has only a reference, has no object', () => {
    if (event.type === 'meeting.booked') {
      if (event.data.erased) expectTypeOf(event.data.object).toEqualTypeOf<undefined>()
      if (event.data.reference) {
        expectTypeOf(event.data.reference.id).toBeString()
        expectTypeOf(event.data.object).toEqualTypeOf<undefined>()
      }
    }
  })

  test('has open enumerations', () => {
    const status = webhookFixture('meeting.booked').data.object?.status
    expectTypeOf(status).toEqualTypeOf<'booked' | 'canceled' | (string & {}) | undefined>()
  })

  test('has the same type as in the models', () => {
    expectTypeOf<WebhookEvent['type']>().toEqualTypeOf<ReceivedEvent['type']>()
    expectTypeOf<ReceivedEvent>().toExtend<WebhookEvent>()
    expectTypeOf<WebhookEvent>().toExtend<Open<ReceivedEvent>>()
  })
})

test('a fixture has the type of its event, and so have its overrides', () => {
  expectTypeOf(webhookFixture('meeting.booked')).toEqualTypeOf<WebhookEventOf<'meeting.booked'>>()
  webhookFixture('meeting.booked', { data: { object: { host: null, status: 'tentative' } } })
  webhookFixture('meeting.booked', { data: { object: null } })
  // @ts-expect-error: a meeting has no such field.
  webhookFixture('meeting.booked', { data: { object: { hots: 'Grace' } } })
  // @ts-expect-error: erased data has no object, so it cannot override one.
  webhookFixture('meeting.booked', { data: { erased: true } })
})

describe('a router', () => {
  test('passes each handler the event of its type', () => {
    createWebhookRouter({
      secret: 'whsec_',
      fallback: (event) => expectTypeOf(event).toEqualTypeOf<WebhookEvent>(),
    })
      .on('meeting.booked', (event) =>
        expectTypeOf(event).toEqualTypeOf<WebhookEventOf<'meeting.booked'>>(),
      )
      .on('webhook.test', async (event) => {
        expectTypeOf(event.type).toEqualTypeOf<'webhook.test'>()
      })
      .on(['meeting.canceled', 'lead.captured'], (event) => {
        type Either = WebhookEventOf<'meeting.canceled'> | WebhookEventOf<'lead.captured'>
        expectTypeOf(event).toEqualTypeOf<Either>()
        if (event.type === 'lead.captured') {
          expectTypeOf(event).toEqualTypeOf<WebhookEventOf<'lead.captured'>>()
        }
      })
      // @ts-expect-error: unknown types go to the fallback.
      .on('meeting.moved', () => {})
      // @ts-expect-error: unknown types are refused in a list with known types, too.
      .on(['meeting.moved', 'lead.captured'], () => {})
  })

  test('needs a fallback, and reads its secret from a function or from the environment', () => {
    // @ts-expect-error: fallback is missing.
    createWebhookRouter({ secret: 'whsec_' })
    createWebhookRouter({ fallback: () => {} })
    createWebhookRouter({ secret: async () => process.env.SECRET, fallback: () => {} })
    // @ts-expect-error: a synchronous call cannot wait for its secret.
    verifyWebhook({ body, headers, secret: async () => 'whsec_' })
  })

  test('fits the supported frameworks', () => {
    const router = createWebhookRouter({ secret: 'whsec_', fallback: () => {} })
    express().post('/webhooks', toExpress(router))
    new Hono<{ Bindings: { SECRET: string } }>().post('/webhooks', toHono(router))
    fastify().register(fastifyWebhooks, { prefix: '/webhooks', router })
    // @ts-expect-error: the router is missing.
    fastify().register(fastifyWebhooks, { prefix: '/webhooks' })
    expectTypeOf(toNext(router)).toEqualTypeOf<(request: Request) => Promise<Response>>()
  })
})

test('either one secret or several must be given', () => {
  verifyWebhook({ body, headers, secret: 'whsec_' })
  verifyWebhook({ body, headers, secrets: ['whsec_', 'whsec_'] })
  // @ts-expect-error: neither is given.
  verifyWebhook({ body, headers })
  // @ts-expect-error: both are given.
  verifyWebhook({ body, headers, secret: 'whsec_', secrets: ['whsec_'] })
})

test('headers are accepted in the form of every runtime', () => {
  verifyWebhook({ body, headers: new Headers(), secret: 'whsec_' })
  verifyWebhook({ body, headers: new Map<string, string>(), secret: 'whsec_' })
  verifyWebhook({ body, headers: [['webhook-id', 'evt_1']], secret: 'whsec_' })
  const incoming: import('node:http').IncomingHttpHeaders = {}
  verifyWebhook({ body, headers: incoming, secret: 'whsec_' })
  // @ts-expect-error: the original bytes of a parsed body are gone.
  verifyWebhook({ body: { id: 'evt_1' }, headers: incoming, secret: 'whsec_' })
})

test('signed headers can be sent with fetch', () => {
  expectTypeOf(signWebhook).returns.toEqualTypeOf<SignedHeaders>()
  const signed = signWebhook({ id: 'evt_1', body: '', secret: 'whsec_' })
  expectTypeOf(fetch).toBeCallableWith('https://example.com', { headers: signed })
})

test('a dedupe store may be synchronous or asynchronous', () => {
  expectTypeOf(memoryDedupeStore()).toEqualTypeOf<DedupeStore>()
  const remote: DedupeStore = {
    claim: async () => ({ status: 'claimed', token: '1' }),
    complete: async () => {},
    release: async () => {},
  }
  createWebhookRouter({ secret: 'whsec_', fallback: () => {}, dedupe: remote })
})

test('an event of the log can be dispatched as it was listed', async () => {
  const router = createWebhookRouter({ secret: 'whsec_', fallback: () => {} })
  async function* listEvents(): AsyncGenerator<WebhookEvent> {}
  const recovery = await recoverMissed({
    listEvents,
    since: new Date(),
    handle: (event) => router.dispatch(event),
  })
  expectTypeOf(recovery.failed[0]?.event.type).toEqualTypeOf<EventType | 'unknown' | undefined>()
})

test('error codes are a closed list', () => {
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
