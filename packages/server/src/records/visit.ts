import { collection, type Stored } from './record.ts'
import type { Dimensions } from './rollup.ts'

/** The stages that a visit can reach after its beginning. */
export type VisitStage = 'openings_seen' | 'chats_opened' | 'conversations' | 'leads' | 'meetings'

export interface VisitData extends Dimensions {
  readonly page_url: string
  readonly country: string | null
  readonly utm: Readonly<Record<string, string>>
  readonly link: string | null
  readonly experiment: string | null
  readonly variant: string | null
  readonly test: boolean
  /** Stages that were counted: each is counted once. */
  readonly stages: readonly VisitStage[]
}

interface VisitKeys {
  workspace: string
  /** The site's own name for the visitor; null when it has none. */
  visitor: string | null
  started_at: number
}

/** Visits of the website. */
export const visits = collection<VisitKeys, VisitData>({
  name: 'visits',
  keys: { workspace: 'text', visitor: 'text', started_at: 'integer' },
  indexes: [
    { name: 'visits_visitor', on: ['workspace', 'visitor'] },
    { name: 'visits_started', on: ['started_at'] },
  ],
})
export const visitPlan = visits.plan

export type StoredVisit = Stored<VisitKeys, VisitData>
