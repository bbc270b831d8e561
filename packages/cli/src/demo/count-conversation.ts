import { conversationDimensions, needsReview, scoreScale } from '@doorkit/server/internal'
import type { DemoConversation } from './conversation-rows.ts'
import { countOn } from './opening-tests.ts'
import type { SeededRandom } from './seeded-random.ts'
import type { Tally } from './tally.ts'

/** Counts a conversation everywhere: the visit it began in, what came of it, and its grade. */
export function countConversation(
  random: SeededRandom,
  tally: Tally,
  { row, link, shown, bookedAt }: DemoConversation,
): void {
  if (!row.data.counted) return
  const startedAt = row.keys.started_at
  const leadAt = row.data.lead?.captured_at ?? null
  const dimensions = conversationDimensions(row)
  tally.count(startedAt, dimensions, {
    visitors: 1,
    returning: Number(random.chance(0.3)),
    openings_seen: 1,
    chats_opened: 1,
    conversations: 1,
  })
  if (leadAt !== null) tally.count(leadAt, dimensions, { leads: 1 })
  if (bookedAt !== null) tally.count(bookedAt, dimensions, { meetings: 1 })
  if (shown) {
    countOn(shown.arm, 'chats', startedAt)
    if (leadAt !== null) countOn(shown.arm, 'leads', leadAt)
    if (bookedAt !== null) countOn(shown.arm, 'meetings', bookedAt)
  }
  if (link) {
    tally.onLink(startedAt, link, 'visits')
    tally.onLink(startedAt, link, 'chats')
    if (bookedAt !== null) tally.onLink(bookedAt, link, 'meetings')
  }
  countGrade(tally, row)
}

function countGrade(tally: Tally, row: DemoConversation['row']): void {
  const { evaluation, completed_at } = row.data
  if (!evaluation || completed_at === null) return
  const dimensions = conversationDimensions(row)
  tally.count(completed_at, dimensions, {
    graded: 1,
    understood: Number(evaluation.understood),
    qualification: Math.round(evaluation.qualification_score * scoreScale),
    meeting_intent: Math.round(evaluation.meeting_intent * scoreScale),
    needs_review: Number(needsReview(evaluation)),
  })
  const labels = [
    ['intent', evaluation.intent],
    ['buying_stage', evaluation.buying_stage],
    ['failure', evaluation.failure_category],
  ] as const
  for (const [kind, label] of labels) {
    if (label !== null) tally.label(completed_at, dimensions, kind, label)
  }
}
