import { limits, type WebhookDelivery } from '@doorkit/models'
import { type DeliveryData, deliveries, type StoredDelivery } from '../collections/delivery.ts'
import { type EndpointData, endpoints, type StoredEndpoint } from '../collections/endpoint.ts'
import { events } from '../collections/event.ts'
import { equals } from '../collections/record.ts'
import type { Services } from '../services.ts'
import { defineStep, type Step } from '../worker/step.ts'
import { type AttemptOutcome, nextAttemptAt, succeeded } from './schedule.ts'
import { activeSecrets } from './secrets.ts'

// Longer than an attempt can take, so that a lease never ends under a live worker.
const deliveryLeaseMs = (limits.webhookTimeoutSeconds + 20) * 1_000
// Somebody asked for a delivery whose payload is still to be built.
const payloadWaitMs = 1_000
const parkedLookMs = 3_600_000

/** The attempts of deliveries that are due, at most `concurrency` at once. */
export function deliverStep(concurrency: number): Step {
  return defineStep({
    collection: deliveries,
    leaseMs: deliveryLeaseMs,
    concurrency,
    lane: ({ keys }) => keys.endpoint,
    work: deliver,
  })
}

/**
 * Makes one attempt of a delivery that was claimed with `token`. Every write is guarded by the
 * lease: a worker that finishes after its lease was taken over changes nothing.
 */
export async function deliver(
  services: Services,
  delivery: StoredDelivery,
  token: string,
): Promise<void> {
  const { store, clock, sender } = services
  const lease = { when: [equals('lease', token)] }
  const [endpoint, event] = await Promise.all([
    endpoints.get(store, delivery.keys.endpoint),
    events.get(store, delivery.keys.event),
  ])
  if (!endpoint || !event) {
    await store.commit([deliveries.remove(delivery.id, lease)])
    return
  }
  if (event.data.payload === null) {
    const set = { due_at: clock.now() + payloadWaitMs, lease: null }
    await store.commit([deliveries.patch(delivery.id, { set }, lease)])
    return
  }
  if (!endpoint.keys.enabled) {
    // Switching on makes it due; the check keeps a switch-on in between from passing unseen, and
    // the next look finds those that a process which died left behind.
    const set = { due_at: clock.now() + parkedLookMs, lease: null, parked: 1 }
    await store.commit([
      { op: 'check', in: endpoints.plan.name, id: endpoint.id, exists: true, ifRev: endpoint.rev },
      deliveries.patch(delivery.id, { set }, lease),
    ])
    return
  }
  const outcome = await sender.send({
    url: endpoint.data.url,
    eventId: event.id,
    payload: event.data.payload,
    secrets: activeSecrets(services, endpoint),
  })
  const now = clock.now()
  await logAttempt(services, delivery, token, outcome, now)
  await judgeEndpoint(services, endpoint, outcome, now)
}

/** Logs an attempt and schedules the next, unless the lease was taken over meanwhile. */
async function logAttempt(
  services: Services,
  claimed: StoredDelivery,
  token: string,
  outcome: AttemptOutcome,
  now: number,
): Promise<void> {
  const random = services.random()
  for (let row: StoredDelivery | null = claimed; row?.keys.lease === token; ) {
    // Somebody may have asked for another sending while this one was under way.
    const manual = row.data.manual - claimed.data.manual
    const { status, data } = advance(row.data, claimed.data.manual > 0, outcome, now, random)
    const result = await services.store.commit([
      deliveries.patch(
        row.id,
        {
          set: {
            status: manual > 0 ? 'queued' : status,
            due_at: manual > 0 ? now : data.automatic_at,
            lease: null,
            parked: 0,
            updated_at: now,
          },
          data: { ...data, manual },
        },
        { ifRev: row.rev },
      ),
    ])
    if (result.ok) return
    row = await deliveries.get(services.store, row.id)
  }
}

/** The state of a delivery after an attempt. */
function advance(
  data: DeliveryData,
  byHand: boolean,
  outcome: AttemptOutcome,
  now: number,
  random: number,
): { status: WebhookDelivery['status']; data: DeliveryData } {
  const done = succeeded(outcome)
  // An attempt by hand neither uses up nor cancels the automatic ones.
  const automatic = byHand ? data.automatic : data.automatic + 1
  const scheduled = byHand ? data.automatic_at : nextAttemptAt(automatic, outcome, now, random)
  const automatic_at = done ? null : scheduled
  return {
    status: done ? 'delivered' : automatic_at === null ? 'failed' : 'retrying',
    data: {
      ...data,
      attempts: data.attempts + 1,
      automatic,
      automatic_at,
      last_status: outcome.status,
      last_error: outcome.error,
      response: data.erased ? null : outcome.response,
      duration_ms: outcome.durationMs,
    },
  }
}

/** Switches an endpoint off that is gone or has failed for too long (spec: Webhook endpoint status). */
async function judgeEndpoint(
  services: Services,
  seen: StoredEndpoint,
  outcome: AttemptOutcome,
  now: number,
): Promise<void> {
  for (let endpoint: StoredEndpoint | null = seen; endpoint; ) {
    const change = judgement(endpoint.data, outcome, now)
    // What an earlier address answered says nothing about the one that it was changed to.
    if (!change || !endpoint.keys.enabled || endpoint.data.url !== seen.data.url) return
    const { disabled_reason } = change
    const result = await services.store.commit([
      endpoints.patch(
        endpoint.id,
        {
          set: { updated_at: now, ...(disabled_reason ? { enabled: 0 } : {}) },
          data: { ...endpoint.data, ...change },
        },
        { ifRev: endpoint.rev },
      ),
    ])
    if (result.ok) {
      if (disabled_reason) {
        services.logger.warn(
          { endpoint: endpoint.id, reason: disabled_reason },
          'A webhook endpoint was switched off.',
        )
      }
      return
    }
    endpoint = await endpoints.get(services.store, endpoint.id)
  }
}

function judgement(
  data: EndpointData,
  outcome: AttemptOutcome,
  now: number,
): Pick<EndpointData, 'failing_since' | 'disabled_reason'> | null {
  if (succeeded(outcome)) {
    return data.failing_since === null ? null : { failing_since: null, disabled_reason: null }
  }
  const failing_since = data.failing_since ?? now
  if (outcome.status === 410) return { failing_since, disabled_reason: 'gone' }
  if (now - failing_since >= limits.webhookFailingSeconds * 1_000) {
    return { failing_since, disabled_reason: 'failing' }
  }
  return data.failing_since === null ? { failing_since, disabled_reason: null } : null
}
