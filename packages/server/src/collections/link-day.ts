import { type LinkResults, limits } from '@doorkit/models'
import type { Store, WriteOp } from '@doorkit/store'
import type { Clock } from '../ports/clock.ts'
import { dayMs, toDayNumber } from '../values/local-days.ts'
import { addOps, collection, equals } from './collection.ts'
import { type AgeLimit, type ColumnsOf, orNull, plain } from './declare-collection.ts'

const windowDays = (limits.linkResultsSeconds * 1_000) / dayMs

/** How long the results of links are kept. Days are counted as in {@link toDayNumber}. */
export const linkResultsRetention: AgeLimit = {
  by: 'day',
  from: firstLinkDay,
  words: `for ${windowDays} days`,
}

/** The counts of personal links: people who opened one, chatted, or booked. */
export type LinkCount = 'visits' | 'chats' | 'meetings'

const linkDayColumns = {
  workspace: 'text',
  link: 'text',
  /** The greeting that the link had; null for a draft. */
  greeting: orNull('text'),
  /** Days since the epoch, UTC. */
  day: 'integer',
  visits: 'integer',
  chats: 'integer',
  meetings: 'integer',
} as const

/** The results of personal links: a row for each link, greeting and day. */
export const linkDays = collection<typeof linkDayColumns, null>({
  name: 'link_days',
  columns: linkDayColumns,
  indexes: [
    { name: 'link_days_link', on: ['workspace', 'link', 'day'] },
    { name: 'link_days_greeting', on: ['workspace', 'greeting', 'day'] },
    { name: 'link_days_age', on: ['day'] },
  ],
  retention: linkResultsRetention,
  fields: plain('link', 'greeting'),
})

export type LinkOnDay = Omit<ColumnsOf<typeof linkDayColumns>, LinkCount>

/**
 * The visitors with an id whom the results of a personal link count, so that each counts once. The ids
 * are not stored, only signatures of them.
 */
export const linkPeople = collection<
  { workspace: 'text'; link: 'text'; day: 'integer' },
  { readonly [C in LinkCount]?: Pick<LinkOnDay, 'day' | 'greeting'> }
>({
  name: 'link_people',
  columns: { workspace: 'text', link: 'text', day: 'integer' },
  indexes: [{ name: 'link_people_age', on: ['day'] }],
  retention: linkResultsRetention,
  fields: plain('link', 'visits', 'chats', 'meetings'),
})

/**
 * The writes that add to the counts of a personal link. Put them in the commit of the change that they
 * count. Do not count test visits.
 */
export function linkDayOps(
  { workspace, link, greeting, day }: LinkOnDay,
  counts: { readonly [C in LinkCount]?: number },
): WriteOp[] {
  const id = `${link}.${greeting ?? ''}.${day}`
  const empty = { workspace, link, greeting, day, visits: 0, chats: 0, meetings: 0 }
  return addOps(linkDays, id, empty, counts)
}

/** Reads the results of links or greetings in the last 30 days, including today, by id. */
export async function readLinkResults(
  context: {
    readonly store: Store
    readonly workspace: { readonly id: string }
    readonly clock: Pick<Clock, 'now'>
  },
  of: 'link' | 'greeting',
  rows: readonly { readonly id: string }[],
): Promise<(id: string) => LinkResults> {
  const groups = await context.store.aggregate({
    in: linkDays.plan.name,
    where: [
      equals('workspace', context.workspace.id),
      { column: of, op: 'in', value: rows.map(({ id }) => id) },
      { column: 'day', op: 'gte', value: firstLinkDay(context.clock.now()) },
    ],
    groupBy: [of],
    measures: {
      visits: { op: 'sum', column: 'visits' },
      chats: { op: 'sum', column: 'chats' },
      meetings: { op: 'sum', column: 'meetings' },
    },
  })
  const sums = new Map(groups.map(({ group, values }) => [group[0], values]))
  return (id) => {
    const { visits, chats, meetings } = sums.get(id) ?? {}
    return { days: windowDays, visits: visits ?? 0, chats: chats ?? 0, meetings: meetings ?? 0 }
  }
}

/** The first day that the results include. */
export function firstLinkDay(now: number): number {
  return toDayNumber(now) - windowDays + 1
}
