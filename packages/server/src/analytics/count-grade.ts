import type { Evaluation } from '@doorkit/models'
import type { WriteOp } from '@doorkit/store'
import type { StoredConversation } from '../collections/conversation.ts'
import { countOps } from '../collections/daily-counts.ts'
import { type LabelKind, labelOps } from '../collections/label-count.ts'
import { readVisit } from '../collections/visit.ts'
import type { Services } from '../services/services.ts'
import { containsEmailAddress } from '../text/email-addresses.ts'
import { limitPagesAndSources } from './count-on-day.ts'
import { conversationDimensions } from './count-stage.ts'

/** Scores are counted in whole hundredths, so that their sums are exact. */
export const scoreScale = 100

export async function countGrade(
  services: Services,
  conversation: StoredConversation,
  evaluation: Evaluation,
  at: number,
): Promise<WriteOp[]> {
  const { data, columns } = conversation
  if (!data.counted) return []
  const visit = await readVisit(services.store, columns.workspace, data.visit, at)
  const { day, dimensions, ops } = await limitPagesAndSources(
    services,
    columns.workspace,
    at,
    visit?.data ?? conversationDimensions(conversation),
  )
  const labels: readonly (readonly [LabelKind, string | null])[] = [
    ['intent', evaluation.intent],
    ['buying_stage', evaluation.buying_stage],
    ['failure', evaluation.failure_category],
  ]
  return [
    ...ops,
    ...countOps(columns.workspace, day, dimensions, {
      graded: 1,
      understood: Number(evaluation.understood),
      qualification: Math.round(evaluation.qualification_score * scoreScale),
      meeting_intent: Math.round(evaluation.meeting_intent * scoreScale),
      needs_review: Number(!evaluation.understood || evaluation.failure_category !== null),
    }),
    ...labels.flatMap(([kind, label]) =>
      label === null || containsEmailAddress(label)
        ? []
        : labelOps(columns.workspace, day, dimensions, kind, label),
    ),
  ]
}
