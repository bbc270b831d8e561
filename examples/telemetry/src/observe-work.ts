import type { DoorkitOptions } from '@doorkit/server'
import { type Attributes, metrics, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'

/** A finished turn, attempt or step, of which a span and a measurement are made. */
interface Work {
  readonly at: number
  readonly durationMs: number
  readonly kind: SpanKind
  /** The code of its failure; null if it succeeded. */
  readonly error: string | null
  /** Attributes with few values, which the measurement has too. */
  readonly attributes: Attributes
  /** Attributes of the span alone, because each of their values would be a time series of its own. */
  readonly spanAttributes: Attributes
}

/**
 * Receives the reports of turns, of attempts to deliver webhooks and of the worker: measures each, and
 * adds its span.
 */
export function observeWork(): Pick<DoorkitOptions, 'onTurn' | 'onDelivery' | 'onStep'> {
  const tracer = trace.getTracer('doorkit')
  const meter = metrics.getMeter('doorkit')
  const tokens = meter.createHistogram('gen_ai.client.token.usage', { unit: '{token}' })

  function observe(name: string) {
    const duration = meter.createHistogram(`doorkit.${name}.duration`, { unit: 's' })
    return ({ at, durationMs, kind, error, attributes, spanAttributes }: Work) => {
      const few = { ...attributes, ...(error !== null && { 'error.type': error }) }
      duration.record(durationMs / 1_000, few)
      const span = tracer.startSpan(name, {
        kind,
        root: true,
        startTime: at,
        attributes: { ...few, ...spanAttributes },
      })
      if (error !== null) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end(at + durationMs)
    }
  }
  const turn = observe('turn')
  const delivery = observe('delivery')
  const step = observe('step')

  return {
    onTurn({ at, durationMs, status, errorCode, conversation, usage, firstWordMs }) {
      const model = usage?.model ? { 'gen_ai.request.model': usage.model } : {}
      turn({
        ...{ at, durationMs, kind: SpanKind.INTERNAL, error: errorCode },
        attributes: { 'doorkit.status': status, ...model },
        spanAttributes: {
          'doorkit.conversation': conversation,
          ...(firstWordMs !== null && { 'doorkit.first_word_ms': firstWordMs }),
        },
      })
      if (usage === null) return
      tokens.record(usage.inputTokens, { ...model, 'gen_ai.token.type': 'input' })
      tokens.record(usage.outputTokens, { ...model, 'gen_ai.token.type': 'output' })
    },
    onDelivery({ at, durationMs, outcome, status, errorCode, ...ids }) {
      delivery({
        ...{ at, durationMs, kind: SpanKind.CLIENT, error: errorCode },
        attributes: {
          'doorkit.outcome': outcome,
          'doorkit.event_type': ids.eventType,
          ...(status !== null && { 'http.response.status_code': status }),
        },
        spanAttributes: {
          'doorkit.endpoint': ids.endpoint,
          'doorkit.delivery': ids.delivery,
          'doorkit.event': ids.event,
          ...(ids.attempt !== null && { 'doorkit.attempt': ids.attempt }),
        },
      })
    },
    onStep({ at, durationMs, step: name, outcome, rows, workspace }) {
      step({
        ...{ at, durationMs, kind: SpanKind.INTERNAL },
        error: outcome === 'failed' ? outcome : null,
        attributes: { 'doorkit.step': name },
        spanAttributes: {
          'doorkit.rows': rows,
          ...(workspace !== null && { 'doorkit.workspace': workspace }),
        },
      })
    },
  }
}
