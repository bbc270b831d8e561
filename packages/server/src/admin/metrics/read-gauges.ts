import type { Store } from '@doorkit/store'
import { dueDeliveries } from '../../collections/due-delivery.ts'
import { handoffs } from '../../collections/handoff.ts'
import { dueFilter } from '../../worker/claim-work.ts'
import type { Step } from '../../worker/step.ts'
import type { MetricFamily, MetricSample } from './openmetrics-text.ts'

const handoffStates = ['waiting', 'person'] as const

/**
 * Measures the work that waits in the store, whichever process will do it. The query of a step reads the
 * index of its due times. The queries of deliveries and handoffs read only unfinished work.
 */
export async function readGauges(
  store: Store,
  steps: Readonly<Record<string, Step>>,
  now: number,
): Promise<MetricFamily[]> {
  const count = { op: 'count' } as const
  const [due, [waiting], groups] = await Promise.all([
    Promise.all(
      Object.entries(steps).map(async ([name, step]) => {
        const where = dueFilter(step, now)
        const measures = { count, since: { op: 'min', column: 'due_at' } } as const
        const [row] = await store.aggregate({ in: step.collection, where, measures })
        return { labels: { step: name }, count: row?.values.count ?? 0, since: row?.values.since }
      }),
    ),
    store.aggregate({ in: dueDeliveries.plan.name, where: [], measures: { count } }),
    store.aggregate({
      in: handoffs.plan.name,
      where: [],
      groupBy: ['state'],
      measures: { count, since: { op: 'min', column: 'since' } },
    }),
  ])
  const inState = (state: string) => groups.find(({ group: [own] }) => own === state)?.values
  const secondsSince = (since: number | null | undefined) =>
    Math.max(0, now - (since ?? now)) / 1_000
  return [
    gauge({
      name: 'doorkit_due_rows',
      help: 'Rows that are due now and under no lease. For the step `attempted`, these are endpoints.',
      samples: due.map(({ labels, count }) => sample(count, labels)),
    }),
    gauge({
      name: 'doorkit_due_age_seconds',
      unit: 'seconds',
      help: 'The time since the oldest due row became due; 0 if no row is due.',
      samples: due.map(({ labels, since }) => sample(secondsSince(since), labels)),
    }),
    gauge({
      name: 'doorkit_deliveries_waiting',
      help: 'Deliveries of webhooks that wait for their next attempt, including those of disabled endpoints.',
      samples: [sample(waiting?.values.count ?? 0)],
    }),
    gauge({
      name: 'doorkit_handoffs',
      help: 'Conversations that wait for a person, or have one.',
      samples: handoffStates.map((state) => sample(inState(state)?.count ?? 0, { state })),
    }),
    gauge({
      name: 'doorkit_handoff_wait_seconds',
      unit: 'seconds',
      help: 'The longest wait of a visitor who now waits for a person; 0 if none waits.',
      samples: [sample(secondsSince(inState('waiting')?.since))],
    }),
  ]
}

export function gauge(family: Omit<MetricFamily, 'type'>): MetricFamily {
  return { type: 'gauge', ...family }
}

export function sample(value: number, labels: MetricSample['labels'] = {}): MetricSample {
  return { suffix: '', labels, value }
}
