import {
  context,
  type MeterProvider,
  SpanStatusCode,
  type TracerProvider,
  trace,
} from '@opentelemetry/api'
import { type Clock, systemClock } from '../attempt/clock.ts'
import type { CallMiddleware } from '../attempt/middleware.ts'
import { DoorkitError } from '../errors/doorkit-error.ts'
import { createInstruments, type Instruments } from './instruments.ts'
import { errorType, traceAttempts } from './trace-attempts.ts'

/** The options of the telemetry of a client. */
export interface OpenTelemetryOptions {
  /** The provider of the tracer; the registered one by default. */
  readonly tracerProvider?: TracerProvider | undefined
  /** The provider of the meter; the registered one by default. */
  readonly meterProvider?: MeterProvider | undefined
  /**
   * Whether requests carry the trace (`traceparent`), in the format of the registered propagator.
   * True by default; with false, requests carry no trace.
   */
  readonly propagate?: boolean | undefined
  /**
   * Measures the attempts; a test passes the clock of its client. Spans take their times from the
   * OpenTelemetry SDK. Default: the system clock.
   */
  readonly clock?: Pick<Clock, 'now'> | undefined
}

/**
 * Creates middleware that traces and measures the calls of a client by the semantic conventions for
 * HTTP: with a span for each call and, below it, a client span for each attempt, with the histogram
 * `http.client.request.duration`, and with the counter `doorkit.client.retries`. None of them contains
 * an API key, a body, a request header or a query value.
 */
export function openTelemetry(options: OpenTelemetryOptions = {}): CallMiddleware {
  const { tracerProvider, meterProvider, propagate = true, clock = systemClock } = options
  // The first call creates the instruments, because the application has registered its providers by then.
  let instruments: Instruments | undefined

  const wrapCall: CallMiddleware['wrapCall'] = async (next, { operation }) => {
    instruments ??= createInstruments(tracerProvider, meterProvider)
    const span = instruments.tracer.startSpan(operation.id, {
      attributes: { 'doorkit.operation': operation.id },
    })
    const parent = trace.setSpan(context.active(), span)
    const traced = { operation, parent, instruments, propagate, clock }
    const { abandon, ...hooks } = traceAttempts(traced)
    try {
      const result = await context.with(parent, () => next(hooks))
      span.setAttribute('doorkit.attempts', result.meta.attempts)
      return result
    } catch (error) {
      abandon(error)
      const attempts = error instanceof DoorkitError ? error.attempts : undefined
      span.setAttributes({
        'error.type': errorType(error),
        ...(attempts !== undefined && { 'doorkit.attempts': attempts }),
      })
      span.setStatus({ code: SpanStatusCode.ERROR })
      throw error
    } finally {
      span.end()
    }
  }
  return { wrapCall }
}
