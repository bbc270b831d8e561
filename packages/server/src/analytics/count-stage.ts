import { linkCountOps } from '../links/count-on-link.ts'
import type { StoredConversation } from '../records/conversation.ts'
import type { LinkCount } from '../records/link-day.ts'
import { countOps } from '../records/rollup.ts'
import { type StoredVisit, type VisitStage, visits } from '../records/visit.ts'
import { workspaces } from '../records/workspace.ts'
import type { Services } from '../services.ts'
import type { WriteOp } from '../store/index.ts'
import { dimensionsOf } from './dimensions.ts'
import { localDay } from './local-day.ts'

/** The day of a workspace at a moment. */
export async function workspaceDay(
  { store }: Services,
  workspace: string,
  at: number,
): Promise<number> {
  const row = await workspaces.get(store, workspace)
  return localDay(at, row?.data.timezone ?? 'UTC')
}

/** The writes that count a stage of a visit; none when it was counted before, or is a test. */
export async function countVisitStage(
  services: Services,
  visit: StoredVisit,
  stage: VisitStage,
  at: number,
): Promise<WriteOp[]> {
  if (visit.data.test || visit.data.stages.includes(stage)) return []
  const workspace = visit.keys.workspace
  const day = await workspaceDay(services, workspace, at)
  return [
    visits.patch(
      visit.id,
      { data: { ...visit.data, stages: [...visit.data.stages, stage] } },
      { ifRev: visit.rev },
    ),
    ...countOps(workspace, day, visit.data, { [stage]: 1 }),
  ]
}

/**
 * The writes that count a stage which a conversation reached, on its visit where it has one.
 * Its personal link counts it too. Preview chats and the chat API count nowhere.
 */
export async function countConversationStage(
  services: Services,
  conversation: StoredConversation,
  stage: 'conversations' | 'leads' | 'meetings',
  at: number,
): Promise<WriteOp[]> {
  const { data } = conversation
  if (!data.counted) return []
  const visit = data.visit === null ? null : await visits.get(services.store, data.visit)
  const workspace = conversation.keys.workspace
  const counted = visit
    ? await countVisitStage(services, visit, stage, at)
    : countOps(
        workspace,
        await workspaceDay(services, workspace, at),
        conversationDimensions(conversation),
        { [stage]: 1 },
      )
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
