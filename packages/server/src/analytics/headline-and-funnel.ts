import type { Analytics } from '@doorkit/models'
import type { Counts } from './read-counts.ts'

type Headline = Analytics['headline'][number]
type Stage = Analytics['funnel'][number]['stage']

const metrics: readonly (readonly [Headline['metric'], (counts: Counts) => number])[] = [
  ['visitors', ({ visitors }) => visitors],
  ['conversations', ({ conversations }) => conversations],
  ['leads', ({ leads }) => leads],
  ['meetings', ({ meetings }) => meetings],
  ['conversion_rate', ({ meetings, visitors }) => share(meetings, visitors)],
]

const stages: readonly (readonly [Stage, string, keyof Counts])[] = [
  ['visitors', 'Visitors', 'visitors'],
  ['opening_seen', 'Saw the opening', 'openings_seen'],
  ['chat_opened', 'Opened the chat', 'chats_opened'],
  ['conversation', 'Had a conversation', 'conversations'],
  ['lead', 'Became a lead', 'leads'],
  ['meeting', 'Booked a meeting', 'meetings'],
]

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole
}

/** The headline numbers of the range, of the range before it, and of each day. */
export function headlineOf(
  days: readonly { readonly day: string; readonly counts: Counts }[],
  total: Counts,
  previous: Counts,
): Headline[] {
  return metrics.map(([metric, read]) => ({
    metric,
    value: read(total),
    previous: read(previous),
    series: days.map(({ day, counts }) => ({ day, value: read(counts) })),
  }))
}

/** The funnel, and the two successive stages between which it loses the most visitors. */
export function funnelOf(total: Counts): Pick<Analytics, 'funnel' | 'biggest_drop'> {
  const funnel = stages.map(([stage, label, counter], index) => {
    const before = stages[index - 1]
    return {
      stage,
      label,
      visitors: total[counter],
      rate_from_previous: before ? share(total[counter], total[before[2]]) : null,
    }
  })
  let biggest_drop: Analytics['biggest_drop'] = null
  for (const [index, to] of funnel.entries()) {
    const from = funnel[index - 1]
    const lost = from ? from.visitors - to.visitors : 0
    if (from && lost > (biggest_drop?.lost ?? 0)) {
      biggest_drop = { from: from.stage, to: to.stage, lost, rate: share(lost, from.visitors) }
    }
  }
  return { funnel, biggest_drop }
}

/** The counts that analytics show for each page and source. */
export function pageCounts(counts: Counts) {
  const { visitors, openings_seen, chats_opened, conversations, leads, meetings } = counts
  return { visitors, openings_seen, chats_opened, conversations, leads, meetings }
}
