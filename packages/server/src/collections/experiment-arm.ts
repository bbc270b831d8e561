import { collection } from './collection.ts'
import { forSeconds, plain, type StoredRow } from './declare-collection.ts'

/** The actions of visitors after they see an opening. Each can be the metric of an opening test. */
export const experimentStages = ['chats', 'leads', 'meetings'] as const

export type ExperimentStage = (typeof experimentStages)[number]

const armColumns = {
  workspace: 'text',
  experiment: 'text',
  views: 'integer',
  chats: 'integer',
  leads: 'integer',
  meetings: 'integer',
  /** When a count last changed. */
  counted_at: 'integer',
} as const

/** The counts of each variant, by the id of the variant. Many commits add to one row. */
export const experimentArms = collection<typeof armColumns, null>({
  name: 'experiment_arms',
  columns: armColumns,
  indexes: [{ name: 'experiment_arms_experiment', on: ['workspace', 'experiment'] }],
  retention: 'forever',
  fields: plain('experiment'),
})

export type StoredArm = StoredRow<typeof armColumns, null>

/** The counts of a variant that no visitor has seen yet. */
export function emptyArm(workspace: string, experiment: string, at: number): StoredArm['columns'] {
  return { workspace, experiment, views: 0, chats: 0, leads: 0, meetings: 0, counted_at: at }
}

/**
 * One row for each visitor of an opening test, with the variant that the visitor saw first, so that the
 * visitor counts once per stage. A visitor without an id counts once per visit. A visitor who reaches no new
 * stage for 90 days is forgotten. Ids of visitors and visits are not stored, only signatures or digests.
 */
export const experimentViewers = collection<
  { workspace: 'text'; variant: 'text'; seen_at: 'integer' },
  { readonly stages: readonly ExperimentStage[] }
>({
  name: 'experiment_viewers',
  columns: { workspace: 'text', variant: 'text', seen_at: 'integer' },
  indexes: [{ name: 'experiment_viewers_seen', on: ['seen_at'] }],
  retention: forSeconds('seen_at', 90 * 86_400),
  fields: plain('variant', 'stages'),
})
