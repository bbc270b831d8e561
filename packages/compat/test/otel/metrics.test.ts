import { metrics, SpanKind, trace } from '@opentelemetry/api'
import type { Histogram } from '@opentelemetry/sdk-metrics'
import { afterEach, describe, expect, test } from 'vitest'
import { createClient } from '../../../client/src/index.ts'
import { openTelemetry } from '../../../client/src/otel/index.ts'
import { failureOf } from '../../../client/test/support/failure-of.ts'
import {
  clientOf,
  page,
  refusal,
  reset,
  startServer,
} from '../../../client/test/support/scripted-server.ts'
import { ok, setUp, startTelemetry } from './telemetry.ts'

afterEach(() => {
  for (const registered of [trace, metrics]) registered.disable()
})

describe('a middleware', () => {
  test('that answers a call itself makes no attempt', async () => {
    const { client, spans } = await setUp([ok], {
      middleware: [async () => Response.json({ id: 'ct_cached' })],
    })
    await client.contacts.get('ct_1')
    expect(spans().map(({ name }) => name)).toEqual(['contacts.get'])
  })

  test('that throws ends the spans with its error', async () => {
    const { client, spans } = await setUp([ok], {
      middleware: [
        async (request, next) => {
          await next(request)
          throw new RangeError('no such customer')
        },
      ],
    })
    await failureOf(client.contacts.get('ct_1'))
    expect(spans()).toMatchObject([
      { name: 'GET /v1/contacts/{id}', attributes: { 'error.type': 'RangeError' } },
      { name: 'contacts.get', attributes: { 'error.type': 'RangeError' } },
    ])
  })

  test('that throws another value is reported as _OTHER', async () => {
    const { client, spans } = await setUp([ok], { middleware: [() => Promise.reject('no error')] })
    await failureOf(client.contacts.get('ct_1'))
    expect(spans()).toMatchObject([{ attributes: { 'error.type': '_OTHER' } }])
  })

  test('that sends a request twice makes two attempts, each with a span', async () => {
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
    let now = 0
    const script = [page(503), ok, refusal(404, 'not_found')]
    // The clock moves a quarter of a second each time it is read.
    const clock = { now: () => (now += 250) }
    const { client, points, target } = await setUp(script, {}, { clock })
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
      expect(sum).toBe(0.25)
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

test('telemetry is recorded even if the SDK is registered after the client was created', async () => {
  const server = await startServer(ok)
  const client = clientOf(server, { middleware: [openTelemetry()] })
  const { tracerProvider, meterProvider, spans, points } = startTelemetry()
  trace.setGlobalTracerProvider(tracerProvider)
  metrics.setGlobalMeterProvider(meterProvider)
  await client.contacts.get('ct_1')
  expect(spans()).toHaveLength(2)
  expect((await points('http.client.request.duration')).points).toHaveLength(1)
})

test('telemetry changes nothing without an SDK', async () => {
  const server = await startServer(ok)
  const client = clientOf(server, { middleware: [openTelemetry()] })
  expect(await client.contacts.get('ct_1')).toEqual({ id: 'ct_1' })
  expect(server.seen[0]?.headers).not.toHaveProperty('traceparent')
})

test('the port in a span follows from the scheme if the URL has no port', async () => {
  const { tracerProvider, spans } = startTelemetry()
  for (const baseUrl of ['https://api.example.com/v1', 'http://localhost']) {
    const client = createClient({
      apiKey: 'dk_test_secret',
      baseUrl,
      fetch: async () => Response.json({}),
      middleware: [openTelemetry({ tracerProvider })],
    })
    await client.me.get()
  }
  const attempts = spans().filter(({ kind }) => kind === SpanKind.CLIENT)
  expect(attempts.map(({ name, attributes }) => [name, attributes['server.port']])).toEqual([
    ['GET /v1/me', 443],
    ['GET /me', 80],
  ])
})
