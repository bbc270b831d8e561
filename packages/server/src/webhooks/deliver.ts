import { limits } from '@doorkit/models'
import { equals } from '../collections/collection.ts'
import { endpoints, type StoredEndpoint } from '../collections/endpoint.ts'
import { endpointQueues, type StoredEndpointQueue } from '../collections/endpoint-queue.ts'
import type { Services } from '../kit/services.ts'
import { defineStep, type Hold, type Step } from '../worker/step.ts'
import type { Result } from './attempt-changes.ts'
import { type AttemptLog, createAttemptLog } from './attempt-log.ts'
import { judgeEndpoint } from './disable-endpoint.ts'
import { hasNoAnswer, nextPlaces } from './endpoint-concurrency.ts'
import { type DueWebhook, readDueWebhooks } from './read-due-deliveries.ts'
import { activeSecrets } from './signing-secrets.ts'

// Longer than a round can take, so that a lease never ends under a live worker.
const leaseMs = (limits.webhookTimeoutSeconds + 20) * 1_000
// A round begins nothing new after this time: others wait for theirs.
const turnMs = 1_000
const pauseMs = 5_000
const switchedOffLookMs = 3_600_000

/** The deliveries that are due, at most `concurrency` at once: a round for each endpoint. */
export function deliverStep(concurrency: number): Step {
  let log: AttemptLog | undefined
  return defineStep({
    collection: endpointQueues,
    leaseMs,
    concurrency,
    isFair: true,
    isWoken: true,
    places: ({ keys }) => keys.places,
    work(services, queue, hold) {
      log ??= createAttemptLog(services)
      return runRound(services, log, queue, hold)
    },
  })
}

/**
 * Sends what is due for the endpoint of a queue, at most `places` at once, and gives the queue back.
 * Returns how many attempts were made. Every write is guarded by the lease: a worker that finishes
 * after its lease was taken over changes nothing.
 */
async function runRound(
  services: Services,
  log: AttemptLog,
  queue: StoredEndpointQueue,
  { token, places, mayGoOn }: Hold,
): Promise<number> {
  const { store, clock } = services
  let endpoint = await endpoints.get(store, queue.keys.workspace, queue.id)
  if (!endpoint?.keys.enabled) {
    if (endpoint) await rest(services, endpoint, token)
    return 0
  }
  const secrets = activeSecrets(services, endpoint)
  const round = log.begin(queue, token)
  const results: Result[] = []
  const endsAt = clock.now() + turnMs
  const due = readDueWebhooks(services, queue, places, () => {
    // One who is given few places, or wants more of them, comes back for them soon.
    return mayGoOn() && nextPlaces(queue.keys.places, results) <= places
  })
  let isCut = false

  async function sendInTurn(): Promise<void> {
    while (!isCut && endpoint?.keys.enabled && clock.now() < endsAt) {
      const next = await due.next()
      if (!next || !endpoint) return
      const result = await attempt(services, endpoint, next, secrets)
      results.push(result)
      round.add(result)
      isCut ||= hasNoAnswer(result)
      if (result.outcome) {
        endpoint = await judgeEndpoint(services, endpoint, result.outcome, result.at)
      }
    }
  }

  await Promise.all(Array.from({ length: places }, sendInTurn))
  await round.end({
    places: nextPlaces(queue.keys.places, results),
    pauseMs: isCut ? pauseMs : 0,
  })
  return results.filter(({ outcome }) => outcome !== null).length
}

async function attempt(
  services: Services,
  endpoint: StoredEndpoint,
  { delivery, event }: DueWebhook,
  secrets: readonly string[],
): Promise<Result> {
  const { clock, sender } = services
  const outcome = event?.data.payload
    ? await sender.send({
        url: endpoint.data.url,
        eventId: event.id,
        payload: event.data.payload,
        secrets,
      })
    : null
  return { delivery, event, outcome, at: clock.now(), random: services.random() }
}

/** Gives back the queue of an endpoint that is switched off, until it is switched on. */
async function rest(
  { store, clock }: Services,
  { id, rev, keys: { workspace } }: StoredEndpoint,
  token: string,
): Promise<void> {
  const set = { due_at: clock.now() + switchedOffLookMs, lease: '' }
  await store.commit([
    // A switch-on in between must not pass unseen.
    { op: 'check', ...endpoints.ref(workspace, id), exists: true, ifRev: rev },
    endpointQueues.patch(workspace, id, { set }, { when: [equals('lease', token)] }),
  ])
}
