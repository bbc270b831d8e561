import { context, metrics, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { failureOf } from '../../../client/test/support/failure-of.ts'
import {
  budget,
  cutOff,
  hang,
  json,
  page,
  refusal,
  reset,
} from '../../../client/test/support/scripted-server.ts'
import { ok, setUp } from './telemetry.ts'

beforeEach(() => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
})
afterEach(() => {
  for (const registered of [context, propagation, trace, metrics]) registered.disable()
})

describe('a call', () => {
  test('is a span, with a client span for its attempt as a child', async () => {
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

  test('that is retried has a span for each attempt, with its number', async () => {
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

  test('that is refused has a span with the error code, and a child span with the status', async () => {
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

  test('whose answer is cut off has an attempt with the status and an error', async () => {
    const { client, spans } = await setUp([cutOff], { maxRetries: 0 })
    await failureOf(client.contacts.get('ct_1'))
    expect(spans()[0]).toMatchObject({
      attributes: { 'http.response.status_code': 200, 'error.type': 'response_truncated' },
      status: { code: SpanStatusCode.ERROR },
    })
  })

  test('that takes too long ends with a timeout', async () => {
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

  test('with invalid options has no span', async () => {
    const { client, spans } = await setUp([ok])
    await failureOf(client.contacts.update('ct_1', {}, { timeout: -1 }))
    expect(spans()).toEqual([])
  })

  test('of a list has a span for each page', async () => {
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

describe('private data', () => {
  test('of a query, a body or an API key is in no span and no metric', async () => {
    const { client, spans, points, port } = await setUp([
      json({ object: 'list', data: [], has_more: false }),
      page(503),
      refusal(409, 'conflict'),
    ])
    await client.contacts.list({ email: 'private@example.com', limit: 5 })
    await failureOf(client.contacts.upsert({ email: 'private@example.com' }))
    const { points: retries } = await points('doorkit.client.retries')
    expect(retries).toHaveLength(1)
    const recorded = JSON.stringify([
      spans().map(({ name, attributes, status, events }) => [name, attributes, status, events]),
      await points('http.client.request.duration'),
      retries,
    ])
    expect(recorded).not.toMatch(/private|dk_test_secret/)
    expect(spans()[0]?.attributes['url.full']).toBe(
      `http://127.0.0.1:${port}/v1/contacts?limit=REDACTED&email=REDACTED`,
    )
  })

  test('can be in the path of a raw request, so the names of its spans do not contain the path', async () => {
    const { client, spans } = await setUp([ok])
    await client.request({ method: 'GET', path: '/contacts/ct_7' })
    const [attempt, call] = spans()
    expect(attempt?.name).toBe('GET')
    expect(attempt?.attributes).not.toHaveProperty('url.template')
    expect(call?.name).toBe('request')
  })
})

describe('the trace', () => {
  test('continues the active span, and reaches the server', async () => {
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

  test('is not sent if propagation is off', async () => {
    const { client, server, spans } = await setUp([ok], {}, { propagate: false })
    await client.contacts.get('ct_1')
    expect(server.seen[0]?.headers).not.toHaveProperty('traceparent')
    expect(spans()).toHaveLength(2)
  })

  test('connects the spans without a context manager', async () => {
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

test('a call that waits for its rate limit has events for the wait in its span', async () => {
  const spent = json({}, 200, budget(0, 30))
  const { client, spans } = await setUp([spent, ok])
  await client.me.get()
  await client.contacts.get('ct_1', { waitForRateLimit: true })
  const call = spans().find(({ name }) => name === 'contacts.get')
  expect(call?.events).toMatchObject([
    { name: 'doorkit.budget_wait.begin', attributes: { 'doorkit.wait_ms': 30_000 } },
    { name: 'doorkit.budget_wait.end', attributes: { 'doorkit.wait_ms': 30_000 } },
  ])
  expect(spans().find(({ name }) => name === 'me.get')?.events).toEqual([])
})
