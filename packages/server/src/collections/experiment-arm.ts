import { collection } from './collection.ts'
import { type ColumnsOf, plain, type TypedRow } from './declare-collection.ts'

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
type ArmColumns = ColumnsOf<typeof armColumns>

/** The visitor counts of each variant, by the id of the variant. Many commits add to one row. */
export const experimentArms = collection<ArmColumns, null>({
  name: 'experiment_arms',
  columns: armColumns,
  indexes: [{ name: 'experiment_arms_experiment', on: ['workspace', 'experiment'] }],
  retention: 'forever',
  fields: plain('experiment'),
})

export type StoredArm = TypedRow<ArmColumns, null>

/** The counts of a variant that no visitor has seen yet. */
export function emptyArm(workspace: string, experiment: string, at: number): ArmColumns {
  return { workspace, experiment, views: 0, chats: 0, leads: 0, meetings: 0, counted_at: at }
}
