import { type MeterProvider, metrics, type TracerProvider, trace } from '@opentelemetry/api'
import { clientVersion } from '../contract/routes.ts'

/** The tracer and the metrics of a client. */
export type Instruments = ReturnType<typeof createInstruments>

const instrumentationScope = '@doorkit/client'

export function createInstruments(
  tracerProvider: TracerProvider | undefined,
  meterProvider: MeterProvider | undefined,
) {
  const meter = (meterProvider ?? metrics).getMeter(instrumentationScope, clientVersion)
  return {
    tracer: (tracerProvider ?? trace).getTracer(instrumentationScope, clientVersion),
    /** How many seconds each attempt takes, including the body unless it is a stream. */
    duration: meter.createHistogram('http.client.request.duration', {
      description: 'Duration of HTTP client requests.',
      unit: 's',
      advice: {
        explicitBucketBoundaries: [
          0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10,
        ],
      },
    }),
    retries: meter.createCounter('doorkit.client.retries', {
      description: 'Failed attempts that the client repeats.',
      unit: '{retry}',
    }),
  }
}
