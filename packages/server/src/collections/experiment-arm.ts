import { collection } from './collection.ts'
import { plain, type StoredRow } from './declare-collection.ts'

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

/** The visitor counts of each variant, by the id of the variant. Many commits add to one row. */
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
