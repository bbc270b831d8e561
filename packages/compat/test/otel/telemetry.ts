import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics'
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base'
import { onTestFinished } from 'vitest'
import type { ClientOptions } from '../../../client/src/index.ts'
import { type OpenTelemetryOptions, openTelemetry } from '../../../client/src/otel/index.ts'
import {
  clientOf,
  json,
  type Reply,
  startServer,
} from '../../../client/test/support/scripted-server.ts'
import { createTestClock } from '../../../client/test/support/test-clock.ts'

/** Starts the real OpenTelemetry SDK, which exports to memory. */
export function startTelemetry() {
  const spans = new InMemorySpanExporter()
  const tracerProvider = new BasicTracerProvider({
    spanProcessors: [new SimpleSpanProcessor(spans)],
  })
  const exported = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE)
  const reader = new PeriodicExportingMetricReader({ exporter: exported })
  const meterProvider = new MeterProvider({ readers: [reader] })
  onTestFinished(async () => {
    await tracerProvider.shutdown()
    await meterProvider.shutdown()
  })
  return {
    tracerProvider,
    meterProvider,
    /** The finished spans, in the order in which they ended. */
    spans: () => spans.getFinishedSpans(),
    /** Every data point of a metric: its attributes and value. */
    async points(name: string) {
      await reader.forceFlush()
      const found = exported
        .getMetrics()
        .at(-1)
        ?.scopeMetrics.flatMap((scope) => scope.metrics)
        .find(({ descriptor }) => descriptor.name === name)
      return {
        descriptor: found?.descriptor,
        points: found?.dataPoints.map(({ attributes, value }) => ({ attributes, value })) ?? [],
      }
    },
  }
}

/** Creates a traced client for a scripted server. */
export async function setUp(
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
    ...options,
    middleware: [
      openTelemetry({ tracerProvider, meterProvider, ...settings }),
      ...(options.middleware ?? []),
    ],
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

/** An answer with a contact. */
export const ok = json({ id: 'ct_1' }, 200, { 'x-request-id': 'req_1' })
