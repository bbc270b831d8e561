import type { AttemptOutcome } from '../ports/webhook-sender.ts'
import type { Services } from '../services/services.ts'
import { type AttemptResult, advance } from './changes-after-attempt.ts'
import { succeeded } from './retry-schedule.ts'

export function reportDelivery(
  { onDelivery }: Pick<Services, 'onDelivery'>,
  result: AttemptResult & { readonly outcome: AttemptOutcome },
  beganAt: number,
): void {
  if (!onDelivery) return
  const { delivery, outcome } = result
  const { id, columns, data } = delivery
  const { status, durationMs } = outcome
  const isManual = data.manual > 0
  const next = advance(data, isManual, result).automatic_at
  const isDelivered = succeeded(outcome)
  onDelivery({
    at: beganAt,
    workspace: columns.workspace,
    endpoint: columns.endpoint,
    delivery: id,
    event: data.event,
    eventType: data.event_type,
    attempt: isManual ? null : data.automatic + 1,
    outcome: isDelivered ? 'delivered' : next === null ? 'failed' : 'retrying',
    status,
    errorCode: isDelivered
      ? null
      : (outcome.errorCode ?? (status === null ? 'sender_failed' : 'http_error')),
    durationMs,
    nextAttemptAt: next,
  })
}
