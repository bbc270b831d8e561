import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createClient } from '@doorkit/client'
import { openTelemetry } from '@doorkit/client/otel'
import { type Agent, type DoorkitOptions, manualClock } from '@doorkit/server'
import { SpanKind } from '@opentelemetry/api'
import { AggregationTemporality, InMemoryMetricExporter } from '@opentelemetry/sdk-metrics'
import { InMemorySpanExporter } from '@opentelemetry/sdk-trace-base'
import { expect, onTestFinished, test } from 'vitest'
import { copyPeople } from '../src/copy-people.ts'
import { startServer } from '../src/start-server.ts'
import { startTelemetry } from '../src/telemetry.ts'

/** Another system with some people, and the `traceparent` of each request that it received. */
async function startSource(people: readonly unknown[]) {
  const traceparents: (string | undefined)[] = []
  const source = createServer(({ headersDistinct }, response) => {
    traceparents.push(...(headersDistinct.traceparent ?? [undefined]))
    response.end(JSON.stringify(people))
  }).listen(0, '127.0.0.1')
  await once(source, 'listening')
  onTestFinished(async () => {
    source.closeAllConnections()
    await new Promise((closed) => source.close(closed))
  })
  return { traceparents, url: `http://127.0.0.1:${(source.address() as AddressInfo).port}/` }
}

/** A caller and a server, with their telemetry in memory. */
async function setUp(options: Partial<DoorkitOptions> = {}) {
  const spans = new InMemorySpanExporter()
  const measurements = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE)
  const telemetry = startTelemetry({ spans, measurements })
  const server = await startServer(options)
  onTestFinished(async () => {
    await server.close()
    await telemetry.close()
  })
  const client = createClient({ ...server, middleware: [openTelemetry()] })
  return {
    client,
    worker: server.doorkit.worker,
    spans: () => spans.getFinishedSpans(),
    /** The route, the error and the count of each data point of a metric. */
    async points(name: string) {
      await telemetry.flush()
      const found = measurements.getMetrics().at(-1)?.scopeMetrics ?? []
      const metric = found
        .flatMap((scope) => scope.metrics)
        .find(({ descriptor }) => descriptor.name === name)
      return metric?.dataPoints.map(({ attributes, value }) => {
        const count = typeof value === 'number' ? value : (value as { count: number }).count
        return [attributes['http.route'], attributes['error.type'], count]
      })
    },
  }
}

test('one trace has the job of the caller and the spans of the server', async () => {
  const { client, spans } = await setUp()
  const source = await startSource([{ email: 'ada@example.com' }])
  await copyPeople(client, source.url)

  const [job] = spans().filter(({ name }) => name === 'copy people')
  const trace = job?.spanContext().traceId
  const sent = spans().filter(({ kind }) => kind === SpanKind.CLIENT)
  const served = spans().filter(({ kind }) => kind === SpanKind.SERVER)
  const [asked, upserted] = sent.map((span) => span.spanContext())
  expect(spans().map((span) => span.spanContext().traceId)).toEqual(Array(5).fill(trace))
  expect(sent.map(({ name }) => name)).toEqual(['GET', 'POST /v1/contacts'])
  expect(source.traceparents).toEqual([`00-${trace}-${asked?.spanId}-01`])
  expect(served.map(({ name }) => name)).toEqual(['POST /contacts'])
  expect(served[0]?.parentSpanContext?.spanId).toBe(upserted?.spanId)
  expect(sent[1]?.attributes['http.response.header.x-request-id']).toEqual([
    served[0]?.attributes['doorkit.request_id'],
  ])
})

test('the server measures each request, and counts refused requests by code', async () => {
  const { client, points } = await setUp()
  const source = await startSource([{ email: 'ada@example.com' }, { email: 'not an address' }])
  await expect(copyPeople(client, source.url)).rejects.toMatchObject({ code: 'invalid_request' })
  expect(await points('http.server.request.duration')).toEqual([
    ['/contacts', undefined, 1],
    ['/contacts', 'invalid_request', 1],
  ])
  expect(await points('doorkit.server.failures')).toEqual([['/contacts', 'invalid_request', 1]])
})

test('turns, webhooks and the work of the worker have spans and measurements', async () => {
  const agent: Agent = {
    async *reply({ messages }) {
      yield { type: 'text-start', id: 'text' }
      yield { type: 'text-delta', id: 'text', delta: 'Doors.' }
      yield { type: 'text-end', id: 'text' }
      const usage = { model: 'm-1', inputTokens: 30, outputTokens: 5 }
      yield { type: 'message-metadata', messageMetadata: { usage } }
      if (messages.at(-1)?.text === 'Fail') throw new Error('overloaded')
    },
  }
  const clock = manualClock(Date.UTC(2026, 9, 12))
  const { client, worker, spans, points } = await setUp({
    agent,
    clock,
    allowPrivateWebhooks: true,
  })
  const source = await startSource([])
  const endpoint = await client.webhookEndpoints.create({
    url: source.url,
    events: ['conversation.started'],
  })
  const session = await client.chatSessions.create()
  await client.chatSessions.send(session.id, { text: 'What do you sell?' })
  await client.chatSessions.send(session.id, { text: 'Fail' }, { maxRetries: 0 }).catch(() => {})
  clock.advance(3_000)
  await worker.tick()

  const found = (name: string) =>
    spans()
      .filter((span) => span.name === name)
      .map(({ attributes }) => attributes)
  expect(found('turn')).toMatchObject([
    {
      'doorkit.conversation': session.conversation,
      'doorkit.status': 'done',
      'gen_ai.request.model': 'm-1',
    },
    { 'doorkit.status': 'failed', 'error.type': 'agent_failed' },
  ])
  expect(found('delivery')).toMatchObject([
    {
      'doorkit.endpoint': endpoint.id,
      'doorkit.event_type': 'conversation.started',
      'doorkit.outcome': 'delivered',
      'doorkit.attempt': 1,
      'http.response.status_code': 200,
    },
  ])
  expect(found('step')).toContainEqual(
    expect.objectContaining({ 'doorkit.step': 'built', 'doorkit.rows': 1 }),
  )
  expect(await points('doorkit.turn.duration')).toEqual([
    [undefined, undefined, 1],
    [undefined, 'agent_failed', 1],
  ])
  expect(await points('doorkit.step.duration')).toContainEqual([
    undefined,
    undefined,
    expect.any(Number),
  ])
  expect(await points('doorkit.delivery.duration')).toEqual([[undefined, undefined, 1]])
  expect(await points('gen_ai.client.token.usage')).toEqual([
    [undefined, undefined, 2],
    [undefined, undefined, 2],
  ])
})
