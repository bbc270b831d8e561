import { limits } from '@doorkit/models'
import { equals } from '../collections/collection.ts'
import { endpointQueues, type StoredEndpointQueue } from '../collections/endpoint-queue.ts'
import { endpoints, type StoredEndpoint } from '../collections/webhook-endpoint.ts'
import type { Services } from '../services/services.ts'
import { defineStep, type Step, type StepLease } from '../worker/step.ts'
import { type AttemptLog, createAttemptLog } from './attempt-log.ts'
import type { AttemptResult } from './changes-after-attempt.ts'
import { nextPlaces, waitedInVain } from './endpoint-concurrency.ts'
import { type DueWebhook, readDueDeliveries } from './read-due-deliveries.ts'
import { reportDelivery } from './report-delivery.ts'
import { activeSecrets } from './signing-secrets.ts'
import { storeEndpointHealth } from './store-endpoint-health.ts'

// Longer than a round can take, so that a live worker never loses its lease.
const leaseMs = (limits.webhookTimeoutSeconds + 20) * 1_000
// A round starts no attempt after this time, so that other endpoints get their rounds.
const roundMs = 1_000
const noAnswerPauseMs = 5_000
const disabledPauseMs = 3_600_000

/** The step that sends due deliveries: a round per endpoint, and at most `concurrency` attempts at a time. */
export function deliverStep(concurrency: number): Step {
  let log: AttemptLog | undefined
  return defineStep({
    collection: endpointQueues,
    leaseMs,
    concurrency,
    isFair: true,
    isWoken: true,
    places: ({ columns }) => columns.places,
    work(services, queue, lease) {
      log ??= createAttemptLog(services)
      return runRound(services, log, queue, lease)
    },
  })
}

/**
 * Sends the due deliveries of an endpoint, at most `places` at a time, and releases its queue. Returns
 * the number of attempts. The lease guards every write to the log, the schedule and the queue: a worker
 * that has lost its lease does not change them.
 */
async function runRound(
  services: Services,
  log: AttemptLog,
  queue: StoredEndpointQueue,
  { token, places, mayGoOn }: StepLease,
): Promise<number> {
  const { store, clock } = services
  let endpoint = await endpoints.get(store, queue.columns.workspace, queue.id)
  if (!endpoint?.columns.enabled) {
    if (endpoint) await pauseQueue(services, endpoint, token)
    return 0
  }
  const secrets = activeSecrets(services, endpoint)
  const round = log.begin(queue, token)
  const results: AttemptResult[] = []
  const endsAt = clock.now() + roundMs
  const due = readDueDeliveries(services, queue, places, () => {
    // If an endpoint could use more places than it has, its round ends early, and the next round gets more.
    return mayGoOn() && nextPlaces(queue.columns.places, results) <= places
  })
  let isStopped = false

  async function sendOneByOne(): Promise<void> {
    while (!isStopped && endpoint?.columns.enabled && clock.now() < endsAt) {
      const next = await due.next()
      if (!next || !endpoint) return
      const result = await attempt(services, endpoint, next, secrets)
      results.push(result)
      round.add(result)
      isStopped ||= waitedInVain(result)
      if (result.outcome) {
        endpoint = await storeEndpointHealth(services, endpoint, result.outcome, result.at)
      }
    }
  }

  await Promise.all(Array.from({ length: places }, sendOneByOne))
  await round.end({
    places: nextPlaces(queue.columns.places, results),
    pauseMs: isStopped ? noAnswerPauseMs : 0,
  })
  return results.filter(({ outcome }) => outcome !== null).length
}

async function attempt(
  services: Services,
  endpoint: StoredEndpoint,
  { delivery, event }: DueWebhook,
  secrets: readonly string[],
): Promise<AttemptResult> {
  const { clock, sender } = services
  const beganAt = clock.now()
  const outcome = event?.data.payload
    ? await sender.send({
        url: endpoint.data.url,
        eventId: event.id,
        payload: event.data.payload,
        secrets,
      })
    : null
  const result = { delivery, event, outcome, at: clock.now(), random: services.random() }
  if (outcome) reportDelivery(services, { ...result, outcome }, beganAt)
  return result
}

/**
 * Releases the queue of a disabled endpoint, and makes it due in an hour. Enabling the endpoint makes
 * the queue due immediately.
 */
async function pauseQueue(
  { store, clock }: Services,
  { id, rev, columns: { workspace } }: StoredEndpoint,
  token: string,
): Promise<void> {
  const set = { due_at: clock.now() + disabledPauseMs, lease: '' }
  await store.commit([
    // The commit fails if the endpoint has been enabled in the meantime.
    endpoints.check(workspace, id, { ifRev: rev }),
    endpointQueues.patch(workspace, id, { set }, { when: [equals('lease', token)] }),
  ])
}
