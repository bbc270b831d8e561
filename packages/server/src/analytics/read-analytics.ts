import { type Analytics, type api, toTimestamp } from '@doorkit/models'
import type * as z from 'zod'
import type { StoredWorkspace } from '../collections/workspace.ts'
import type { Services } from '../services/services.ts'
import { addDays, type Day, formatDay, localDay, startOfDay } from '../values/local-days.ts'
import { scoreScale } from './count-grade.ts'
import { unlistedName } from './count-on-day.ts'
import { pagePath } from './dimensions.ts'
import { funnelOf, headlineOf, pageCounts } from './headline-and-funnel.ts'
import { type Counts, noCounts, readCounts, readLabels } from './read-counts.ts'

const mostRows = 100

/**
 * Reads analytics from daily counts alone, so the cost does not grow with the number of conversations. A
 * range ends today, in the workspace's time zone.
 */
export async function readAnalytics(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  workspace: StoredWorkspace,
  { range = '30d', page, source, device }: z.infer<typeof api.analytics.get.query>,
): Promise<Analytics> {
  const now = clock.now()
  const { timezone } = workspace.data
  const length = Number.parseInt(range, 10)
  const today = localDay(now, timezone)
  const first = addDays(today, 1 - length)
  const previousFirst = addDays(first, -length)
  const filter = { page: page === undefined ? undefined : pagePath(page), source, device }
  const current = { workspace: workspace.id, filter, from: first, to: today }
  const [days, pages, sources, devices, labels] = await Promise.all([
    readCounts(store, { ...current, from: previousFirst }, 'day'),
    readCounts(store, current, 'page'),
    readCounts(store, current, 'source'),
    readCounts(store, current, 'device'),
    readLabels(store, current),
  ])
  const countsOf = (day: Day): Counts => days.get(String(day)) ?? noCounts
  const currentDays = Array.from({ length }, (_, index) => addDays(first, index))
  const previousDays = Array.from({ length }, (_, index) => addDays(previousFirst, index))
  const total = sum(currentDays.map(countsOf))
  const funnel = funnelOf(total)
  const byVisitors = (groups: ReadonlyMap<string, Counts>) =>
    [...groups]
      .filter(([label]) => label !== unlistedName)
      // A grade may be counted days after the visit, in a range in which the page has no other counts.
      .filter(([, counts]) => Object.values(pageCounts(counts)).some((count) => count > 0))
      .sort(
        ([leftLabel, left], [rightLabel, right]) =>
          right.visitors - left.visitors || (leftLabel < rightLabel ? -1 : 1),
      )
      .slice(0, mostRows)
  return {
    object: 'analytics',
    range,
    filters: { page: page ?? null, source: source ?? null, device: device ?? null },
    window: {
      from: toTimestamp(startOfDay(first, timezone)),
      to: toTimestamp(now),
      previous_from: toTimestamp(startOfDay(previousFirst, timezone)),
    },
    headline: headlineOf(
      currentDays.map((day) => ({ day: formatDay(day), counts: countsOf(day) })),
      total,
      sum(previousDays.map(countsOf)),
    ),
    ...funnel,
    by_day: currentDays.map((day) => {
      const { visitors, leads, meetings } = countsOf(day)
      return { day: formatDay(day), visitors, leads, meetings }
    }),
    pages: byVisitors(pages).map(([label, counts]) => ({ label, ...pageCounts(counts) })),
    sources: byVisitors(sources).map(([label, counts]) => ({
      label,
      ...pageCounts(counts),
      ai_assistant: counts.ai > 0,
    })),
    devices: byVisitors(devices)
      .filter(([, { visitors }]) => visitors > 0)
      .map(([label, { visitors }]) => ({ label, count: visitors })),
    returning: [
      { label: 'new', count: total.visitors - total.returning },
      { label: 'returning', count: total.returning },
    ],
    intents: labels('intent'),
    buying_stages: labels('buying_stage'),
    failures: labels('failure'),
    conversation_quality: {
      graded: total.graded,
      understood_rate: average(total.understood, total.graded),
      average_qualification: average(total.qualification / scoreScale, total.graded),
      average_meeting_intent: average(total.meeting_intent / scoreScale, total.graded),
      needs_review: total.needs_review,
    },
  }
}

function sum(counts: readonly Counts[]): Counts {
  const total = { ...noCounts }
  for (const addend of counts) {
    for (const name of Object.keys(total) as (keyof Counts)[]) total[name] += addend[name]
  }
  return total
}

const average = (total: number, count: number) => (count === 0 ? null : total / count)
