import { context, metrics, propagation, SpanKind, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createClient } from '../../../client/src/index.ts'
import { ok, setUp } from './telemetry.ts'

beforeEach(() => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
})
afterEach(() => {
  for (const registered of [context, propagation, trace, metrics]) registered.disable()
})

/** Creates a traced client in a process whose fetch is instrumented, and a recording server. */
async function setUpBoth(settings: { readonly propagate?: boolean } = {}) {
  const set = await setUp([ok], {}, settings)
  const instrumentation = new UndiciInstrumentation()
  instrumentation.setTracerProvider(set.tracerProvider)
  instrumentation.enable()
  onTestFinished(() => instrumentation.disable())
  // Node would join two traceparents of one request into one text.
  const traceparents = () => set.server.seen.flatMap(({ headers }) => headers.traceparent ?? [])
  return { ...set, traceparents }
}

describe('telemetry together with the usual instrumentation of fetch', () => {
  test('has one client span for an attempt, and sends one traceparent', async () => {
    const { client, spans, traceparents } = await setUpBoth()
    await client.contacts.get('ct_1')
    const clientSpans = spans().filter(({ kind }) => kind === SpanKind.CLIENT)
    expect(clientSpans).toHaveLength(1)
    const { traceId, spanId } = clientSpans[0]?.spanContext() ?? expect.fail('no span')
    expect(traceparents()).toEqual([`00-${traceId}-${spanId}-01`])
  })

  test('sends no traceparent with propagate: false', async () => {
    const { client, traceparents } = await setUpBoth({ propagate: false })
    await client.contacts.get('ct_1')
    expect(traceparents()).toEqual([])
  })

  test('leaves other clients to the instrumentation', async () => {
    const { server, spans, traceparents } = await setUpBoth()
    const plain = createClient({ apiKey: 'dk_test_key', baseUrl: `${server.origin}/v1` })
    await plain.contacts.get('ct_1')
    expect(spans()).toHaveLength(1)
    expect(traceparents()).toHaveLength(1)
  })
})
