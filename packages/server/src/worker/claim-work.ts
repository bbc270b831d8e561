import { randomUUID } from 'node:crypto'
import type { Filter, Store } from '@doorkit/store'
import type { Services } from '../services/services.ts'
import type { Step } from './step.ts'

// The most rows that one claim may take, see the store port.
const rowsAtOnce = 1_000

/**
 * Takes a lease on at most `most` rows of a step that are due and match `where`. If it took as many rows
 * as it was allowed to take, more may be due (`mayLeaveSome`).
 */
export async function claimWork(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  step: Step,
  where: Filter,
  most: number,
) {
  const now = clock.now()
  const token = leaseUntil(now + step.leaseMs)
  const limit = Math.min(most, rowsAtOnce)
  const rows = await store.claim({
    in: step.collection,
    dueColumn: 'due_at',
    leaseColumn: 'lease',
    now,
    leaseMs: step.leaseMs,
    token,
    where: [...where, ...unleasedFilter(step, now)],
    limit,
  })
  return { rows, token, mayLeaveSome: rows.length === limit }
}

/** The workspaces with due work of a step, each with the time when its first row became due. */
export async function workspacesWithDueWork(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  step: Step,
): Promise<{ readonly id: string; readonly since: number }[]> {
  const groups = await store.aggregate({
    in: step.collection,
    where: dueFilter(step, clock.now()),
    groupBy: ['workspace'],
    measures: { since: { op: 'min', column: 'due_at' } },
  })
  return groups.map(({ group: [workspace], values: { since } }) => ({
    id: String(workspace),
    since: since ?? 0,
  }))
}

/**
 * For a step with `isWoken`, selects the rows on which no worker has a lease. For any other step, selects
 * all rows, because there a row with a lease is not due before the lease ends.
 */
export function unleasedFilter({ isWoken }: Pick<Step, 'isWoken'>, now: number): Filter {
  return isWoken ? [{ column: 'lease', op: 'lt', value: leaseAfter(now) }] : []
}

/** Selects the rows of a step that are due now and on which no worker has a lease. */
export function dueFilter(step: Pick<Step, 'isWoken'>, now: number): Filter {
  return [{ column: 'due_at', op: 'lte', value: now }, ...unleasedFilter(step, now)]
}

/** When the next matching row of a step is due; infinity if there is none. */
export async function firstDueAt(
  store: Store,
  { collection, dueIndex }: Step,
  where: Filter,
): Promise<number> {
  const query = { in: collection, index: dueIndex, where, dir: 'asc', limit: 1 } as const
  const [first] = await store.list(query)
  return Number(first?.columns.due_at ?? Number.POSITIVE_INFINITY)
}

// Enough digits for milliseconds since the epoch for the next 30,000 years.
const digits = 15

const textOf = (time: number) => String(Math.max(0, time)).padStart(digits, '0')

/** A fencing token that begins with the time when its lease ends. */
export function leaseUntil(end: number): string {
  return `${textOf(end)}.${randomUUID()}`
}

/** A text that sorts after every lease that has ended by `now`, and after '', which means no lease. */
export function leaseAfter(now: number): string {
  return textOf(now + 1)
}
