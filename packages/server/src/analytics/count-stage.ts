import type { WriteOp } from '@doorkit/store'
import type { StoredConversation } from '../collections/conversation.ts'
import type { ExperimentStage } from '../collections/experiment-arm.ts'
import type { LinkCount } from '../collections/link-day.ts'
import {
  readVisit,
  type StoredVisit,
  type VisitData,
  type VisitStage,
  visits,
} from '../collections/visit.ts'
import { countFact } from '../experiments/count-visitor-response.ts'
import { linkCountOps } from '../links/count-link-stage.ts'
import type { Services } from '../services/services.ts'
import { countOnDay } from './count-on-day.ts'
import { dimensionsOf } from './dimensions.ts'

export interface StageCount {
  readonly ops: readonly WriteOp[]
  /**
   * The opening test that the stage also counts for; null for none. After the commit, the kit checks
   * whether the test has a winner.
   */
  readonly experiment: string | null
}

/** The opening that a visitor saw. Both fields are null if the visitor saw no opening of a test. */
export type SeenOpening = Pick<VisitData, 'experiment' | 'variant'>

const noCount: StageCount = { ops: [], experiment: null }

/**
 * The writes that count a stage of a visit, in analytics and for the opening that the visitor saw.
 * A stage counts once per visit, and never for a test visit.
 *
 * @param opening - the opening that the visitor has now seen. Only the first one of a visit counts.
 */
export async function countVisitStage(
  services: Services,
  visit: StoredVisit,
  stage: VisitStage,
  at: number,
  opening: SeenOpening = visit.data,
): Promise<StageCount> {
  const { data } = visit
  const isNew = !data.test && !data.stages.includes(stage)
  const isFirstOpening = data.experiment === null && opening.experiment !== null
  if (!isNew && !isFirstOpening) return noCount
  const { experiment, variant } = isFirstOpening ? opening : data
  const stages = isNew ? [...data.stages, stage] : data.stages
  const counted = await countForOpening(services, visit, { experiment, variant }, stage, at)
  return {
    ops: [
      visits.edit(visit, { data: { ...data, experiment, variant, stages } }),
      ...(isNew
        ? await countOnDay(services, visit.columns.workspace, at, data, { [stage]: 1 })
        : []),
      ...counted.ops,
    ],
    experiment: counted.experiment,
  }
}

/** The name of a stage in opening tests. A visitor who writes has opened the chat. */
const conversionOf: { readonly [Stage in VisitStage]: ExperimentStage | null } = {
  openings_seen: null,
  chats_opened: 'chats',
  conversations: 'chats',
  leads: 'leads',
  meetings: 'meetings',
}

async function countForOpening(
  services: Services,
  { id, columns, data }: StoredVisit,
  { experiment, variant }: SeenOpening,
  stage: VisitStage,
  at: number,
): Promise<StageCount> {
  if (data.test || experiment === null || variant === null) return noCount
  const { visitor } = columns
  const fact = { experiment, variant, visitor, visit: id, reached: conversionOf[stage] }
  const { ops, reply } = await countFact(services, columns.workspace, fact, at)
  return { ops, experiment: reply === 'counted' ? experiment : null }
}

/**
 * The writes that count a stage of a conversation in analytics and, except for a lead, in the results of
 * its personal link. A stage counts once per visit while the visit is stored. Previews, trials, and
 * sessions of the chat API without a visit are not counted.
 */
export async function countConversationStage(
  services: Services,
  conversation: StoredConversation,
  stage: 'conversations' | 'leads' | 'meetings',
  at: number,
): Promise<StageCount> {
  const { data } = conversation
  if (!data.counted) return noCount
  const workspace = conversation.columns.workspace
  const visit = await readVisit(services.store, workspace, data.visit, at)
  const dimensions = conversationDimensions(conversation)
  const counted = visit
    ? await countVisitStage(services, visit, stage, at)
    : { ...noCount, ops: await countOnDay(services, workspace, at, dimensions, { [stage]: 1 }) }
  const onLink = linkCounts[stage]
  if (counted.ops.length === 0 || !onLink) return counted
  const fact = { link: data.link, count: onLink, visitor: visit?.columns.visitor ?? null }
  const onLinkOps = await linkCountOps(services, workspace, fact, at)
  return { ...counted, ops: [...counted.ops, ...onLinkOps] }
}

/** The name of a stage in the results of a personal link. */
const linkCounts: { readonly [Stage in VisitStage]?: LinkCount } = {
  conversations: 'chats',
  meetings: 'meetings',
}

/** The dimensions of a conversation whose visit is not stored. */
export function conversationDimensions({ data }: Pick<StoredConversation, 'data'>) {
  return dimensionsOf({ page_url: data.page_url, ...data.visitor })
}
