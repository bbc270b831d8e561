import { randomUUID } from 'node:crypto'
import { limits } from '@doorkit/models'
import { buildPayload } from '../outbox/payload.ts'
import { deliveries, type StoredDelivery } from '../records/delivery.ts'
import { events, type StoredEvent } from '../records/event.ts'
import { idempotency } from '../records/idempotency.ts'
import { equals } from '../records/record.ts'
import type { Services } from '../services.ts'
import { deliver } from './deliver.ts'

/** Does what requests leave behind: builds payloads, delivers webhooks, forgets what is old. */
export interface Worker {
  /** Works until stopped, waking when something may be due. Safe in any number of processes. */
  start(): Promise<void>
  /** Finishes what is in hand and stops. */
  stop(): Promise<void>
  /** Does everything that is due now, once: for schedulers, serverless hosts and tests. */
  tick(): Promise<WorkerReport>
}

/** What one pass did. */
export interface WorkerReport {
  readonly built: number
  readonly attempted: number
}

/** How a {@link Worker} works. */
export interface WorkerOptions {
  /** Between looks for due work, in milliseconds. Default 500. */
  readonly pollMs?: number | undefined
  /** Deliveries under way at once. Default 32. */
  readonly concurrency?: number | undefined
}

const buildLeaseMs = 30_000
// Longer than an attempt can take, so that a lease never ends under a live worker.
const deliveryLeaseMs = (limits.webhookTimeoutSeconds + 20) * 1_000
const retentionEveryMs = 60_000

/** Makes the worker of a server kit. */
export function createWorker(
  ready: () => Promise<Services>,
  { pollMs = 500, concurrency = 32 }: WorkerOptions,
): Worker {
  let running: Promise<void> | null = null
  let stopping = false
  let wake = () => {}
  let retainedAt = Number.NEGATIVE_INFINITY

  async function tick(): Promise<WorkerReport> {
    const services = await ready()
    const report = { built: 0, attempted: 0 }
    const underWay = new Set<Promise<void>>()
    for (;;) {
      const built = await buildDue(services)
      const claimed = stopping ? [] : await claimDue(services, concurrency - underWay.size)
      for (const attempt of claimed) {
        const done: Promise<void> = attempt().finally(() => underWay.delete(done))
        underWay.add(done)
      }
      report.built += built
      report.attempted += claimed.length
      if (built + claimed.length > 0) continue
      if (underWay.size === 0) break
      // A slow receiver must not keep what falls due meanwhile from going out.
      await Promise.race([...underWay, pause(services)])
    }
    const now = services.clock.now()
    if (now - retainedAt >= retentionEveryMs) {
      retainedAt = now
      await forgetOld(services, now)
    }
    return report
  }

  function pause({ clock }: Services): Promise<void> {
    return new Promise((resolve) => {
      const cancel = clock.after(pollMs, resolve)
      wake = () => {
        cancel()
        resolve()
      }
    })
  }

  async function loop(): Promise<void> {
    const services = await ready()
    while (!stopping) {
      await tick().catch((error) =>
        services.logger.error({ error }, 'The worker failed; it goes on at the next look.'),
      )
      if (stopping) return
      await pause(services)
    }
  }

  return {
    tick,
    async start() {
      await ready()
      stopping = false
      running ??= loop()
    },
    async stop() {
      stopping = true
      wake()
      await running
      running = null
    },
  }
}

/** Builds the payloads that are due, and lets their deliveries go. */
async function buildDue(services: Services): Promise<number> {
  const token = randomUUID()
  const due = (await services.store.claim({
    in: events.plan.name,
    dueKey: 'due_at',
    leaseKey: 'lease',
    now: services.clock.now(),
    leaseMs: buildLeaseMs,
    token,
    limit: 100,
  })) as StoredEvent[]
  for (const event of due) await release(services, event, token)
  return due.length
}

/** Stores an event's payload and makes its deliveries due, in one commit. */
async function release(services: Services, event: StoredEvent, token: string): Promise<void> {
  const { store, clock } = services
  const payload = event.data.payload ?? JSON.stringify(await buildPayload(store, event))
  const collection = deliveries.plan.name
  const waiting = await store.get(event.data.deliveries.map((id) => ({ in: collection, id })))
  const now = clock.now()
  // When an endpoint and its deliveries are deleted meanwhile, the commit fails, and the event
  // comes up again when its lease ends.
  await store.commit([
    events.patch(
      event.id,
      { set: { due_at: null, lease: null }, data: { ...event.data, payload, deliveries: [] } },
      { ifRev: event.rev, when: [equals('lease', token)] },
    ),
    ...waiting.flatMap((row) => (row ? [deliveries.patch(row.id, { set: { due_at: now } })] : [])),
  ])
}

/** Claims at most `limit` deliveries; each is returned as the attempt to make. */
async function claimDue(services: Services, limit: number): Promise<(() => Promise<void>)[]> {
  if (limit <= 0) return []
  const token = randomUUID()
  const due = (await services.store.claim({
    in: deliveries.plan.name,
    dueKey: 'due_at',
    leaseKey: 'lease',
    now: services.clock.now(),
    leaseMs: deliveryLeaseMs,
    token,
    limit,
  })) as StoredDelivery[]
  return due.map((delivery) => async () => {
    await deliver(services, delivery, token).catch((error) =>
      services.logger.error({ delivery: delivery.id, error }, 'A delivery attempt broke.'),
    )
  })
}

/** Removes what no reader can see any more, in bounded steps. */
async function forgetOld({ store }: Services, now: number): Promise<void> {
  const before = (key: string, at: number) => [{ key, op: 'lt', value: at } as const]
  const logFrom = now - limits.eventLogSeconds * 1_000
  const old = [
    { in: idempotency.plan.name, where: before('expires_at', now) },
    { in: deliveries.plan.name, where: before('created_at', logFrom) },
    { in: events.plan.name, where: before('created_at', logFrom) },
  ]
  for (const query of old) {
    while ((await store.deleteMany({ ...query, limit: 500 })).more);
  }
}
