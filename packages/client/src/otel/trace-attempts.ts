import {
  type Attributes,
  type Context,
  context,
  createContextKey,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import type { OperationInfo } from '../answer/operation-info.ts'
import type { Clock } from '../attempt/clock.ts'
import type { AttemptHooks } from '../attempt/middleware.ts'
import { DoorkitError } from '../errors/doorkit-error.ts'
import type { Instruments } from './instruments.ts'

export interface TracedCall {
  readonly operation: OperationInfo
  /** The context of the call, whose span is the parent of the attempts' spans. */
  readonly parent: Context
  readonly instruments: Instruments
  /** Whether requests carry the trace to the server. */
  readonly propagate: boolean
  /** Measures the attempts. */
  readonly clock: Pick<Clock, 'now'>
}

/** The hooks that trace the attempts of one call. */
export interface TracedAttempts extends Required<AttemptHooks> {
  /** Ends the span of an attempt in which middleware threw an error. */
  abandon(error: unknown): void
}

/**
 * Tells other OpenTelemetry instrumentations, for example of fetch and undici, not to trace. So
 * each attempt has one span and one `traceparent`.
 */
const suppressTracing = createContextKey('OpenTelemetry SDK Context Key SUPPRESS_TRACING')

/** Creates hooks that write a client span and a measurement for each attempt, one attempt at a time. */
export function traceAttempts(call: TracedCall): TracedAttempts {
  const { operation, parent, propagate, instruments, clock } = call
  const { tracer, duration, retries } = instruments
  let openAttempt: { span: Span; target: Attributes; startedAt: number } | undefined

  function finish(outcome: Attributes) {
    if (!openAttempt) return
    const { span, target, startedAt } = openAttempt
    openAttempt = undefined
    span.setAttributes(outcome)
    if ('error.type' in outcome) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end()
    duration.record((clock.now() - startedAt) / 1_000, { ...target, ...outcome })
  }

  return {
    async attempt(request, next, { attempt }) {
      finish({})
      const url = new URL(request.url)
      const target = targetAttributes(url, operation)
      const template = target['url.template']
      const span = tracer.startSpan(
        template === undefined ? request.method : `${request.method} ${template}`,
        {
          kind: SpanKind.CLIENT,
          attributes: {
            ...target,
            'url.full': redactedUrl(url),
            ...(attempt > 1 && { 'http.request.resend_count': attempt - 1 }),
          },
        },
        parent,
      )
      openAttempt = { span, target, startedAt: clock.now() }
      const spanContext = trace.setSpan(parent, span)
      const traceHeaders: Record<string, string> = {}
      if (propagate) propagation.inject(spanContext, traceHeaders)
      const headers = { ...request.headers, ...traceHeaders }
      const untracedContext = spanContext.setValue(suppressTracing, true)
      const response = await context.with(untracedContext, () => next({ ...request, headers }))
      const requestId = response.headers.get('x-request-id')
      if (requestId !== null) span.setAttribute('http.response.header.x-request-id', [requestId])
      return response
    },
    ended({ status, code, delayMs }) {
      const failure = status !== undefined && status >= 400 ? String(status) : code
      finish({
        ...(status !== undefined && { 'http.response.status_code': status }),
        ...(failure !== undefined && { 'error.type': failure }),
      })
      if (delayMs !== undefined) {
        retries.add(1, {
          'doorkit.operation': operation.id,
          ...(failure !== undefined && { 'error.type': failure }),
        })
      }
    },
    waiting(delayMs) {
      trace.getSpan(parent)?.addEvent('doorkit.budget_wait.begin', { 'doorkit.wait_ms': delayMs })
    },
    waited(durationMs) {
      trace.getSpan(parent)?.addEvent('doorkit.budget_wait.end', { 'doorkit.wait_ms': durationMs })
    },
    abandon: (error) => finish({ 'error.type': errorType(error) }),
  }
}

/** A reason of low cardinality: the code of a DoorkitError, the name of any other error. */
export function errorType(error: unknown): string {
  if (error instanceof DoorkitError) return error.code
  return error instanceof Error ? error.name : '_OTHER'
}

/** The attributes of a request's target. They have few different values, so metrics can use them. */
function targetAttributes(url: URL, { id, method, path }: OperationInfo): Attributes {
  return {
    'http.request.method': method,
    'server.address': url.hostname,
    'server.port': Number(url.port || (url.protocol === 'http:' ? 80 : 443)),
    // The path of a raw request may contain ids, so it is not a template.
    ...(id !== 'request' && { 'url.template': templateOf(url, path) }),
  }
}

/** The URL without its query values, which may be personal data. */
function redactedUrl(url: URL): string {
  const copy = new URL(url)
  for (const name of new Set(url.searchParams.keys())) copy.searchParams.set(name, 'REDACTED')
  return copy.href
}

/** The template of the whole path, base path included: `/v1/contacts/{id}`. */
function templateOf({ pathname }: URL, path: string): string {
  const segments = pathname.split('/')
  const base = segments.slice(0, segments.length - path.split('/').length + 1)
  return `${base.join('/')}${path}`
}
