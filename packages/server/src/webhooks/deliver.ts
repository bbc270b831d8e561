import { limits } from '@doorkit/models'
import { equals } from '../collections/collection.ts'
import { deliveries, type StoredDelivery } from '../collections/delivery.ts'
import { endpoints, type StoredEndpoint } from '../collections/endpoint.ts'
import { events } from '../collections/event.ts'
import { lanes, type StoredLane } from '../collections/webhook-lane.ts'
import type { Services } from '../kit/services.ts'
import { defineStep, type Step } from '../worker/step.ts'
import { createAttemptLog, type Result } from './attempt-log.ts'
import { judgeEndpoint } from './disable-endpoint.ts'
import { hasNoAnswer, nextPlaces } from './places.ts'
import { activeSecrets } from './signing-secrets.ts'

// Longer than a turn can take, so that a lease never ends under a live worker.
const leaseMs = (limits.webhookTimeoutSeconds + 20) * 1_000
const mostInTurn = 64
// A turn begins nothing new after this time: others wait for theirs.
const turnMs = 1_000
const pauseMs = 5_000
const switchedOffLookMs = 3_600_000

/** The deliveries that are due, at most `concurrency` at once: a turn for each endpoint. */
export function deliverStep(concurrency: number): Step {
  return defineStep({
    collection: lanes,
    leaseMs,
    concurrency,
    isFair: true,
    places: ({ keys }) => keys.places,
    work: takeTurn,
  })
}

/**
 * Sends what is due for the endpoint of a lane that was claimed with `token`, at most `places` at
 * once, and gives the lane back. Returns how many attempts were made. Every write is guarded by
 * the lease: a worker that finishes after its lease was taken over changes nothing.
 */
export async function takeTurn(
  services: Services,
  lane: StoredLane,
  token: string,
  places: number,
): Promise<number> {
  const { store, clock } = services
  const { workspace } = lane.keys
  let endpoint = await endpoints.get(store, workspace, lane.id)
  if (!endpoint?.keys.enabled) {
    await rest(services, lane, endpoint, token)
    return 0
  }
  const waiting = await deliveries.list(store, {
    index: 'webhook_deliveries_due',
    where: [
      equals('workspace', workspace),
      equals('endpoint', lane.id),
      { key: 'due_at', op: 'lte', value: clock.now() },
    ],
    dir: 'asc',
    limit: mostInTurn,
  })
  const log = createAttemptLog(services, lane, token)
  const results: Result[] = []
  const endsAt = clock.now() + turnMs
  const isOver = () => results.some(hasNoAnswer) || !endpoint?.keys.enabled || clock.now() >= endsAt
  const sendInTurn = async () => {
    for (
      let next = waiting.shift();
      next && endpoint;
      next = isOver() ? undefined : waiting.shift()
    ) {
      const result = await attempt(services, endpoint, next)
      results.push(result)
      log.add(result)
      if (result.outcome)
        endpoint = await judgeEndpoint(services, endpoint, result.outcome, result.at)
    }
  }
  await Promise.all(Array.from({ length: places }, sendInTurn))
  await log.end({
    places: nextPlaces(lane.keys.places, results),
    pauseMs: results.some(hasNoAnswer) ? pauseMs : 0,
  })
  return results.filter(({ outcome }) => outcome !== null).length
}

async function attempt(
  services: Services,
  endpoint: StoredEndpoint,
  delivery: StoredDelivery,
): Promise<Result> {
  const { store, clock, sender } = services
  const event = await events.get(store, delivery.keys.workspace, delivery.keys.event)
  const outcome = event?.data.payload
    ? await sender.send({
        url: endpoint.data.url,
        eventId: event.id,
        payload: event.data.payload,
        secrets: activeSecrets(services, endpoint),
      })
    : null
  return { delivery, hasEvent: event !== null, outcome, at: clock.now(), random: services.random() }
}

/** Gives back the lane of an endpoint that is gone, or switched off until it is switched on. */
async function rest(
  { store, clock }: Services,
  { id, keys: { workspace } }: StoredLane,
  endpoint: StoredEndpoint | null,
  token: string,
): Promise<void> {
  const held = { when: [equals('lease', token)] }
  const set = { due_at: clock.now() + switchedOffLookMs, lease: null }
  await store.commit([
    // A switch-on in between must not pass unseen.
    {
      op: 'check',
      ...endpoints.ref(workspace, id),
      exists: endpoint !== null,
      ifRev: endpoint?.rev,
    },
    endpoint ? lanes.patch(workspace, id, { set }, held) : lanes.remove(workspace, id, held),
  ])
}
