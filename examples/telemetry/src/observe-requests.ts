import type { RequestReport } from '@doorkit/server'
import { metrics, propagation, ROOT_CONTEXT, SpanKind, trace } from '@opentelemetry/api'

/**
 * Receives the reports of a server: counts and measures each request, and adds its span to the trace of
 * the caller, which `traceparent` names.
 */
export function observeRequests(): (report: RequestReport) => void {
  const tracer = trace.getTracer('doorkit')
  const meter = metrics.getMeter('doorkit')
  const failures = meter.createCounter('doorkit.server.failures', { unit: '{request}' })
  const duration = meter.createHistogram('http.server.request.duration', { unit: 's' })
  return ({ at, method, route, status, errorCode, durationMs, requestId, traceparent }) => {
    const attributes = {
      'http.request.method': method,
      'http.response.status_code': status,
      ...(route !== null && { 'http.route': route }),
      ...(errorCode !== null && { 'error.type': errorCode }),
    }
    duration.record(durationMs / 1_000, attributes)
    if (errorCode !== null) failures.add(1, attributes)

    const caller = propagation.extract(ROOT_CONTEXT, traceparent === null ? {} : { traceparent })
    const named = { ...attributes, ...(requestId !== null && { 'doorkit.request_id': requestId }) }
    const name = route === null ? method : `${method} ${route}`
    const kind = SpanKind.SERVER
    tracer.startSpan(name, { kind, startTime: at, attributes: named }, caller).end(at + durationMs)
  }
}
