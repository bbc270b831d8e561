import type { WriteOp } from '@doorkit/store'
import { equals } from '../collections/collection.ts'
import { visits, withinRetention } from '../collections/visit.ts'
import type { Services } from '../kit/services.ts'
import { findLink, linkCountOps } from '../links/count-on-link.ts'
import { withoutDetails } from '../links/without-visitor-details.ts'
import { countWhere } from './count-stage.ts'
import { dimensionsOf, type Origin } from './dimensions.ts'

/** What is known of a visit when it begins. */
export interface VisitFacts extends Origin {
  readonly page_url: string
  /** The site's own name for the visitor. */
  readonly visitor?: string | null | undefined
  /** Whose visit it is known to be: a signature of their address. */
  readonly person?: string | null | undefined
  readonly country?: string | null | undefined
  readonly utm?: Readonly<Record<string, string>> | undefined
  /** Default: whether the visitor was here before. */
  readonly returning?: boolean | undefined
  /** The personal link that was opened; one that the workspace does not have is left out. */
  readonly link?: string | null | undefined
  /** A visit of the team itself: counted nowhere. */
  readonly test?: boolean | undefined
}

/** The writes that begin a visit and count it. */
export async function startVisit(
  services: Services,
  workspace: string,
  id: string,
  visit: VisitFacts,
  at: number,
): Promise<WriteOp[]> {
  const dimensions = dimensionsOf(visit)
  const { visitor = null, test = false } = visit
  const returning = visit.returning ?? (await wasHere(services, workspace, visitor, at))
  const counted = { visitors: 1, returning: Number(returning) }
  const link = (await findLink(services, workspace, visit.link))?.id ?? null
  const opened = { link, count: 'visits', visitor } as const
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
        test,
        stages: [],
      },
    ),
    ...(test ? [] : await countWhere(services, workspace, at, dimensions, counted)),
    ...(test ? [] : await linkCountOps(services, workspace, opened, at)),
  ]
}

async function wasHere(
  { store }: Services,
  workspace: string,
  visitor: string | null,
  at: number,
): Promise<boolean> {
  if (!visitor) return false
  const where = [equals('workspace', workspace), equals('visitor', visitor), withinRetention(at)]
  return (await visits.first(store, 'visits_visitor', where)) !== null
}
