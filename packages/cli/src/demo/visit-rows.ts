import type { Conversation } from '@doorkit/models'
import {
  type Dimensions,
  dimensionsOf,
  type ExperimentStage,
  experimentViewers,
  type VisitStage,
  viewerId,
  visits,
} from '@doorkit/server/internal'
import type { WriteOp } from '@doorkit/server/store'
import type { DemoLink } from './link-rows.ts'
import type { Shown } from './opening-tests.ts'

/** One visit of the demo's website. */
export interface DemoVisit {
  readonly id: string
  /** Milliseconds since the epoch. */
  readonly at: number
  /** A path. */
  readonly page: string
  readonly visitor: Conversation['visitor']
  readonly link: DemoLink | null
  /** The opening that the visitor saw, where one is tested. */
  readonly shown: Shown | null
  readonly test: boolean
  /** Its outcome. */
  readonly stages: readonly VisitStage[]
}

/** The address of a page of the demo's website. */
export function addressOf(page: string): string {
  return `https://acme.example${page}`
}

/** The dimensions that the analytics count a visit of the demo under. */
export function visitDimensions({
  page,
  visitor,
}: Pick<DemoVisit, 'page' | 'visitor'>): Dimensions {
  return dimensionsOf({ ...visitor, page_url: addressOf(page) })
}

/** The writes that store a visit. The site of the demo does not tell its visitors apart. */
export function visitRows(workspace: string, visit: DemoVisit): WriteOp[] {
  const { id, at, page, visitor, link, shown, test, stages } = visit
  const keys = { workspace, visitor: null, started_at: at }
  return [
    visits.insert(id, keys, {
      ...visitDimensions(visit),
      page_url: addressOf(page),
      country: visitor.country,
      utm: visitor.utm,
      link: link?.id ?? null,
      experiment: shown?.test.id ?? null,
      variant: shown?.arm.id ?? null,
      test,
      stages,
    }),
    ...(shown && shown.test.endedAt === null ? [viewerRow(workspace, visit, shown)] : []),
  ]
}

/** The memory that a running test has of a visitor. */
function viewerRow(
  workspace: string,
  { id, at, stages }: DemoVisit,
  { test, arm }: Shown,
): WriteOp {
  const done: readonly (readonly [VisitStage, ExperimentStage])[] = [
    ['chats_opened', 'chats'],
    ['leads', 'leads'],
    ['meetings', 'meetings'],
  ]
  return experimentViewers.insert(
    viewerId(test.id, id),
    { workspace, variant: arm.id, seen_at: at },
    { stages: done.flatMap(([stage, name]) => (stages.includes(stage) ? [name] : [])) },
  )
}
