import { context, metrics, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import type { Histogram } from '@opentelemetry/sdk-metrics'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ClientOptions, createClient } from '../../src/index.ts'
import { type OpenTelemetryOptions, openTelemetry } from '../../src/otel/index.ts'
import { failureOf } from '../failure-of.ts'
import {
  clientOf,
  cutOff,
  hang,
  json,
  page,
  type Reply,
  refusal,
  reset,
  startServer,
} from '../scripted-server.ts'
import { createTestClock } from '../test-clock.ts'
import { startTelemetry } from './telemetry.ts'

beforeEach(() => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
})
afterEach(() => {
  for (const registered of [context, propagation, trace, metrics]) registered.disable()
})

/** A traced client of a scripted server. */
async function setUp(
  script: readonly Reply[],
  options: ClientOptions = {},
  settings: OpenTelemetryOptions = {},
) {
  const telemetry = startTelemetry()
  const { tracerProvider, meterProvider } = telemetry
  const server = await startServer(...script)
  const clock = createTestClock()
  const client = clientOf(server, {
    clock,
    callMiddleware: [openTelemetry({ tracerProvider, meterProvider, ...settings })],
    ...options,
  })
  const port = Number(new URL(server.origin).port)
  const target = {
    'http.request.method': 'GET',
    'server.address': '127.0.0.1',
    'server.port': port,
    'url.template': '/v1/contacts/{id}',
  }
  return { ...telemetry, server, client, clock, target, port }
}

const ok = json({ id: 'ct_1' }, 200, { 'x-request-id': 'req_1' })

describe('a call', () => {
  test('is a span, with a client span below it for its attempt', async () => {
    const { client, spans, target, port } = await setUp([ok])
    await client.contacts.get('ct_1')
    const [attempt, call] = spans()
    expect(spans()).toHaveLength(2)
    expect(call).toMatchObject({
      name: 'contacts.get',
      kind: SpanKind.INTERNAL,
      attributes: { 'doorkit.operation': 'contacts.get', 'doorkit.attempts': 1 },
      status: { code: SpanStatusCode.UNSET },
      instrumentationScope: { name: '@doorkit/client', version: '0.1.0' },
    })
    expect(attempt).toMatchObject({
      name: 'GET /v1/contacts/{id}',
      kind: SpanKind.CLIENT,
      parentSpanContext: { spanId: call?.spanContext().spanId },
      status: { code: SpanStatusCode.UNSET },
    })
    expect(attempt?.attributes).toEqual({
      ...target,
      'url.full': `http://127.0.0.1:${port}/v1/contacts/ct_1`,
      'http.response.status_code': 200,
      'http.response.header.x-request-id': ['req_1'],
    })
    expect(attempt?.spanContext().traceId).toBe(call?.spanContext().traceId)
  })

  test('that is repeated has a span for each attempt, which count up', async () => {
    const { client, spans } = await setUp([page(503), reset, ok])
    await client.contacts.get('ct_1')
    const [first, second, third, call] = spans()
    expect(first).toMatchObject({
      attributes: { 'http.response.status_code': 503, 'error.type': '503' },
      status: { code: SpanStatusCode.ERROR },
    })
    expect(first?.attributes).not.toHaveProperty('http.request.resend_count')
    expect(second).toMatchObject({
      attributes: { 'error.type': 'connection_failed', 'http.request.resend_count': 1 },
      status: { code: SpanStatusCode.ERROR },
    })
    expect(second?.attributes).not.toHaveProperty('http.response.status_code')
    expect(third).toMatchObject({
      attributes: { 'http.response.status_code': 200, 'http.request.resend_count': 2 },
      status: { code: SpanStatusCode.UNSET },
    })
    expect(call).toMatchObject({
      attributes: { 'doorkit.attempts': 3 },
      status: { code: SpanStatusCode.UNSET },
    })
  })

  test('that is refused fails with its code', async () => {
    const { client, spans } = await setUp([refusal(404, 'not_found')])
    await failureOf(client.contacts.get('ct_1'))
    const [attempt, call] = spans()
    expect(attempt?.attributes).toMatchObject({
      'http.response.status_code': 404,
      'error.type': '404',
    })
    expect(call).toMatchObject({
      attributes: { 'error.type': 'not_found', 'doorkit.attempts': 1 },
      status: { code: SpanStatusCode.ERROR },
    })
  })

  test('whose answer breaks off fails after its status', async () => {
    const { client, spans } = await setUp([cutOff], { maxRetries: 0 })
    await failureOf(client.contacts.get('ct_1'))
    expect(spans()[0]).toMatchObject({
      attributes: { 'http.response.status_code': 200, 'error.type': 'response_truncated' },
      status: { code: SpanStatusCode.ERROR },
    })
  })

  test('that takes too long ends with its time limit', async () => {
    const { client, spans, server, clock } = await setUp([hang], { maxRetries: 0 })
    const failure = failureOf(client.contacts.get('ct_1'))
    await server.arrived(1)
    clock.expire()
    await failure
    expect(spans().map(({ attributes }) => attributes['error.type'])).toEqual([
      'attempt_timeout',
      'attempt_timeout',
    ])
  })

  test('that cannot be sent has no attempt', async () => {
    const { client, spans } = await setUp([ok])
    const options = { idempotencyKey: 'with a space' }
    await failureOf(client.contacts.update('ct_1', {}, options))
    expect(spans()).toMatchObject([
      { name: 'contacts.update', attributes: { 'error.type': 'invalid_argument' } },
    ])
  })

  test('has a span of its own for each page of a list', async () => {
    const pageOf = (next_cursor: string | null) =>
      json({ object: 'list', data: [{ id: 'ct_1' }], has_more: !!next_cursor, next_cursor })
    const { client, spans } = await setUp([pageOf('next'), pageOf(null)])
    await client.contacts.list({ email: 'ada@example.com' }).toArray({ limit: 9 })
    expect(spans().map(({ name }) => name)).toEqual([
      'GET /v1/contacts',
      'contacts.list',
      'GET /v1/contacts',
      'contacts.list',
    ])
  })
})

describe('what is private', () => {
  test('stays out of spans and metrics', async () => {
    const { client, spans, points, port } = await setUp([
      json({ object: 'list', data: [], has_more: false }),
      refusal(409, 'conflict'),
    ])
    await client.contacts.list({ email: 'private@example.com', limit: 5 })
    await failureOf(client.contacts.upsert({ email: 'private@example.com' }))
    const told = JSON.stringify([
      spans().map(({ name, attributes, status, events }) => [name, attributes, status, events]),
      await points('http.client.request.duration'),
    ])
    expect(told).not.toMatch(/private|dk_test_secret/)
    expect(spans()[0]?.attributes['url.full']).toBe(
      `http://127.0.0.1:${port}/v1/contacts?limit=REDACTED&email=REDACTED`,
    )
  })

  test('may be the path of a raw request: it is no template', async () => {
    const { client, spans } = await setUp([ok])
    await client.request({ method: 'GET', path: '/contacts/ct_7' })
    const [attempt, call] = spans()
    expect(attempt?.name).toBe('GET')
    expect(attempt?.attributes).not.toHaveProperty('url.template')
    expect(call?.name).toBe('request')
  })
})

describe('the trace', () => {
  test('goes on from the span around the call, and reaches the server', async () => {
    const { client, spans, server, tracerProvider } = await setUp([page(503), ok])
    const tracer = tracerProvider.getTracer('app')
    await tracer.startActiveSpan('work', async (work) => {
      await client.contacts.get('ct_1')
      work.end()
    })
    const [first, second, call, work] = spans()
    expect(call?.parentSpanContext?.spanId).toBe(work?.spanContext().spanId)
    const sent = [first, second].map((span) => {
      const { traceId, spanId } = span?.spanContext() ?? {}
      return `00-${traceId}-${spanId}-01`
    })
    expect(server.seen.map(({ headers }) => headers.traceparent)).toEqual(sent)
  })

  test('is not sent where it is switched off', async () => {
    const { client, server, spans } = await setUp([ok], {}, { propagate: false })
    await client.contacts.get('ct_1')
    expect(server.seen[0]?.headers).not.toHaveProperty('traceparent')
    expect(spans()).toHaveLength(2)
  })

  test('holds together without a context manager', async () => {
    context.disable()
    const { client, spans } = await setUp([page(503), ok])
    await client.contacts.get('ct_1')
    const [first, second, call] = spans()
    const callId = call?.spanContext().spanId
    expect([first, second].map((span) => span?.parentSpanContext?.spanId)).toEqual([callId, callId])
  })

  test('is active while an attempt is sent', async () => {
    const active: unknown[] = []
    const { client, spans } = await setUp([ok], {
      fetch: (url, init) => {
        active.push(trace.getActiveSpan()?.spanContext().spanId)
        return fetch(url, init)
      },
      middleware: [
        (request, next) => {
          active.push(trace.getActiveSpan()?.spanContext().spanId)
          return next(request)
        },
      ],
    })
    await client.contacts.get('ct_1')
    const [attempt, call] = spans()
    expect(active).toEqual([call?.spanContext().spanId, attempt?.spanContext().spanId])
  })
})

describe('a middleware', () => {
  test('that answers itself leaves a call without an attempt', async () => {
    const { client, spans } = await setUp([ok], {
      middleware: [async () => Response.json({ id: 'ct_cached' })],
    })
    await client.contacts.get('ct_1')
    expect(spans().map(({ name }) => name)).toEqual(['contacts.get'])
  })

  test('that breaks off ends the spans with its error', async () => {
    const { client, spans } = await setUp([ok], {
      middleware: [
        async (request, next) => {
          await next(request)
          throw new RangeError('no such tenant')
        },
      ],
    })
    await failureOf(client.contacts.get('ct_1'))
    expect(spans()).toMatchObject([
      { name: 'GET /v1/contacts/{id}', attributes: { 'error.type': 'RangeError' } },
      { name: 'contacts.get', attributes: { 'error.type': 'RangeError' } },
    ])
  })

  test('that throws anything else is told as something else', async () => {
    const { client, spans } = await setUp([ok], { middleware: [() => Promise.reject('no error')] })
    await failureOf(client.contacts.get('ct_1'))
    expect(spans()).toMatchObject([{ attributes: { 'error.type': '_OTHER' } }])
  })

  test('that sends twice has two spans', async () => {
    const { client, spans } = await setUp([ok], {
      middleware: [
        async (request, next) => {
          await next(request)
          return next(request)
        },
      ],
    })
    await client.contacts.get('ct_1')
    expect(spans().map(({ name }) => name)).toEqual([
      'GET /v1/contacts/{id}',
      'GET /v1/contacts/{id}',
      'contacts.get',
    ])
  })
})

describe('metrics', () => {
  test('measure each attempt in seconds, by target and outcome', async () => {
    const { client, points, target } = await setUp([page(503), ok, refusal(404, 'not_found')])
    await client.contacts.get('ct_1')
    await failureOf(client.contacts.get('ct_2'))
    const measured = await points('http.client.request.duration')
    expect(measured.descriptor).toMatchObject({ unit: 's' })
    expect(measured.points.map(({ attributes }) => attributes)).toEqual([
      { ...target, 'http.response.status_code': 503, 'error.type': '503' },
      { ...target, 'http.response.status_code': 200 },
      { ...target, 'http.response.status_code': 404, 'error.type': '404' },
    ])
    for (const { value } of measured.points) {
      const { count, sum, buckets } = value as Histogram
      expect(count).toBe(1)
      expect(sum).toBeGreaterThan(0)
      expect(sum).toBeLessThan(10)
      expect(buckets.boundaries).toEqual([
        0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10,
      ])
    }
  })

  test('count retries by operation and reason', async () => {
    const { client, points } = await setUp([page(503), page(503), ok, reset, ok, page(503)])
    await client.contacts.get('ct_1')
    await client.contacts.get('ct_1')
    await failureOf(client.contacts.get('ct_1', { maxRetries: 0 }))
    const counted = await points('doorkit.client.retries')
    expect(counted.descriptor).toMatchObject({ unit: '{retry}' })
    expect(counted.points).toEqual([
      {
        attributes: { 'doorkit.operation': 'contacts.get', 'error.type': '503' },
        value: 2,
      },
      {
        attributes: { 'doorkit.operation': 'contacts.get', 'error.type': 'connection_failed' },
        value: 1,
      },
    ])
  })
})

test('what is registered counts, even after the client was made', async () => {
  const server = await startServer(ok)
  const client = clientOf(server, { callMiddleware: [openTelemetry()] })
  const { tracerProvider, meterProvider, spans, points } = startTelemetry()
  trace.setGlobalTracerProvider(tracerProvider)
  metrics.setGlobalMeterProvider(meterProvider)
  await client.contacts.get('ct_1')
  expect(spans()).toHaveLength(2)
  expect((await points('http.client.request.duration')).points).toHaveLength(1)
})

test('without an SDK calls are as ever', async () => {
  const server = await startServer(ok)
  const client = clientOf(server, { callMiddleware: [openTelemetry()] })
  expect(await client.contacts.get('ct_1')).toEqual({ id: 'ct_1' })
  expect(server.seen[0]?.headers).not.toHaveProperty('traceparent')
})

test('ports follow from the scheme where the address names none', async () => {
  const { tracerProvider, spans } = startTelemetry()
  for (const baseUrl of ['https://api.example.com/v1', 'http://localhost']) {
    const client = createClient({
      apiKey: 'dk_test_secret',
      baseUrl,
      fetch: async () => Response.json({}),
      callMiddleware: [openTelemetry({ tracerProvider })],
    })
    await client.me.get()
  }
  const attempts = spans().filter(({ kind }) => kind === SpanKind.CLIENT)
  expect(attempts.map(({ name, attributes }) => [name, attributes['server.port']])).toEqual([
    ['GET /v1/me', 443],
    ['GET /me', 80],
  ])
})
