import type { WriteOp } from '@doorkit/store'
import { equals } from '../collections/collection.ts'
import { visits, withinRetention } from '../collections/visit.ts'
import { findLink, linkCountOps } from '../links/count-link-stage.ts'
import { withoutDetails } from '../links/remove-visitor-details.ts'
import type { Services } from '../services/services.ts'
import { countOnDay } from './count-on-day.ts'
import { type DimensionFacts, dimensionsOf } from './dimensions.ts'

/** The known facts about a visit when it starts. */
export interface VisitFacts extends DimensionFacts {
  readonly page_url: string
  /** The site API's id of the visitor, or the id that the host reported. */
  readonly visitor?: string | null | undefined
  /** The signature of the visitor's email address, if the address is known. */
  readonly person?: string | null | undefined
  readonly country?: string | null | undefined
  readonly utm?: Readonly<Record<string, string>> | undefined
  /** Default: whether the visitor has an earlier visit. */
  readonly returning?: boolean | undefined
  /** The id of the opened personal link. An id that belongs to no link of the workspace is ignored. */
  readonly link?: string | null | undefined
  /** The variant of an opening test that the first page received. */
  readonly shown?: string | undefined
  /** Whether the visit belongs to a preview. Such a visit is not counted. */
  readonly test?: boolean | undefined
}

export async function newVisitOps(
  services: Services,
  workspace: string,
  id: string,
  visit: VisitFacts,
  at: number,
): Promise<WriteOp[]> {
  const dimensions = dimensionsOf(visit)
  const { visitor = null, test = false } = visit
  const returning = visit.returning ?? (await hasVisited(services, workspace, visitor, at))
  const counts = { visitors: 1, returning: Number(returning) }
  const link = (await findLink(services, workspace, visit.link))?.id ?? null
  const linkCount = { link, count: 'visits', visitor } as const
  return [
    visits.insert(
      id,
      { workspace, visitor, person: visit.person ?? null, started_at: at },
      {
        ...dimensions,
        page_url: withoutDetails(visit.page_url),
        country: visit.country ?? null,
        utm: visit.utm ?? {},
        link,
        experiment: null,
        variant: null,
        ...(visit.shown !== undefined && { shown: [visit.shown] }),
        test,
        stages: [],
      },
    ),
    ...(test ? [] : await countOnDay(services, workspace, at, dimensions, counts)),
    ...(test ? [] : await linkCountOps(services, workspace, linkCount, at)),
  ]
}

async function hasVisited(
  { store }: Services,
  workspace: string,
  visitor: string | null,
  at: number,
): Promise<boolean> {
  if (!visitor) return false
  const where = [equals('workspace', workspace), equals('visitor', visitor), withinRetention(at)]
  return (await visits.first(store, 'visits_visitor', where)) !== null
}
