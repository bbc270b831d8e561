import { context, metrics, propagation, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici'
import {
  MeterProvider,
  PeriodicExportingMetricReader,
  type PushMetricExporter,
} from '@opentelemetry/sdk-metrics'
import {
  BasicTracerProvider,
  SimpleSpanProcessor,
  type SpanExporter,
} from '@opentelemetry/sdk-trace-base'

/** The exporters of spans and measurements. */
export interface Exporters {
  readonly spans: SpanExporter
  readonly measurements: PushMetricExporter
}

/** Registers OpenTelemetry for the whole process, with the usual instrumentation of `fetch`. */
export function startTelemetry({ spans, measurements }: Exporters) {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  const tracers = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] })
  const reader = new PeriodicExportingMetricReader({ exporter: measurements })
  const meters = new MeterProvider({ readers: [reader] })
  trace.setGlobalTracerProvider(tracers)
  metrics.setGlobalMeterProvider(meters)
  const instrumentation = new UndiciInstrumentation()
  return {
    flush: () => Promise.all([tracers.forceFlush(), meters.forceFlush()]),
    async close() {
      instrumentation.disable()
      await Promise.all([tracers.shutdown(), meters.shutdown()])
      for (const registered of [context, propagation, trace, metrics]) registered.disable()
    },
  }
}
