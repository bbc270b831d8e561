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

/** The real SDK, exporting to memory. */
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
    /** The spans that ended, in the order of their ends. */
    spans: () => spans.getFinishedSpans(),
    /** Every point of a metric: its attributes and its value. */
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
