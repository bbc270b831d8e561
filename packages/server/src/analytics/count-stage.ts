import { linkCountOps } from '../links/count-on-link.ts'
import type { StoredConversation } from '../records/conversation.ts'
import type { LinkCount } from '../records/link-day.ts'
import { countOps, type Dimensions, type RollupCounter } from '../records/rollup.ts'
import { readVisit, type StoredVisit, type VisitStage, visits } from '../records/visit.ts'
import type { Services } from '../services.ts'
import type { WriteOp } from '../store/index.ts'
import { dimensionsOf } from './dimensions.ts'
import { placeOnDay } from './place-on-day.ts'

/** The writes that count something where and when it happened. */
export async function countWhere(
  services: Services,
  workspace: string,
  at: number,
  where: Dimensions,
  add: { readonly [Name in RollupCounter]?: number },
): Promise<WriteOp[]> {
  const { day, dimensions, ops } = await placeOnDay(services, workspace, at, where)
  return [...ops, ...countOps(workspace, day, dimensions, add)]
}

/** The writes that count a stage of a visit; none when it was counted before, or is a test. */
export async function countVisitStage(
  services: Services,
  visit: StoredVisit,
  stage: VisitStage,
  at: number,
): Promise<WriteOp[]> {
  if (visit.data.test || visit.data.stages.includes(stage)) return []
  return [
    visits.patch(
      visit.id,
      { data: { ...visit.data, stages: [...visit.data.stages, stage] } },
      { ifRev: visit.rev },
    ),
    ...(await countWhere(services, visit.keys.workspace, at, visit.data, { [stage]: 1 })),
  ]
}

/**
 * The writes that count a stage which a conversation reached, on its visit where it has one that
 * is still kept. Its personal link counts it too. Preview chats and the chat API count nowhere.
 */
export async function countConversationStage(
  services: Services,
  conversation: StoredConversation,
  stage: 'conversations' | 'leads' | 'meetings',
  at: number,
): Promise<WriteOp[]> {
  const { data } = conversation
  if (!data.counted) return []
  const visit = await readVisit(services.store, data.visit, at)
  const workspace = conversation.keys.workspace
  const where = conversationDimensions(conversation)
  const counted = visit
    ? await countVisitStage(services, visit, stage, at)
    : await countWhere(services, workspace, at, where, { [stage]: 1 })
  const onLink = linkCounts[stage]
  if (counted.length === 0 || !onLink) return counted
  return [...counted, ...(await linkCountOps(services, workspace, data.link, onLink, at))]
}

/** What a stage is called in the results of a personal link. */
const linkCounts: { readonly [Stage in VisitStage]?: LinkCount } = {
  conversations: 'chats',
  meetings: 'meetings',
}

/** The dimensions of a conversation that has no visit. */
export function conversationDimensions({ data }: Pick<StoredConversation, 'data'>) {
  return dimensionsOf({
    page_url: data.page_url,
    source: data.visitor.source,
    device: data.visitor.device,
    ai_referred: data.visitor.ai_referred,
  })
}
