import type { Experiment, Variant } from '@doorkit/models'
import { collection } from './collection.ts'
import { oneOf, plain, type StoredRow } from './declare-collection.ts'

/** The state of an opening test (docs/api.md#opening-test-states). */
export type ExperimentStatus = Experiment['status']

/** One variant of an opening test, without its counts. */
export interface VariantData
  extends Readonly<Pick<Variant, 'name' | 'control' | 'headline' | 'angle'>> {
  readonly id: string
  readonly buttons: readonly { readonly label: string; readonly message: string }[]
  readonly created_at: number
}

export interface ExperimentData
  extends Readonly<Pick<Experiment, 'name' | 'metric' | 'hypothesis'>> {
  readonly pages: readonly string[]
  readonly winner: string | null
  readonly started_at: number | null
  readonly ended_at: number | null
  readonly applied_at: number | null
  /** The host's reason for ending the test; null if the host did not end it. */
  readonly reason: string | null
  /** The control first, then the others in the order of their creation. */
  readonly variants: readonly VariantData[]
}

const experimentColumns = {
  workspace: 'text',
  created_at: 'integer',
  status: oneOf<ExperimentStatus>(),
} as const

/** Opening tests. Their visitors are counted in `experiment_arms`. */
export const experiments = collection<typeof experimentColumns, ExperimentData>({
  name: 'experiments',
  columns: experimentColumns,
  indexes: [
    { name: 'experiments_created', on: ['workspace', 'created_at'] },
    { name: 'experiments_status', on: ['workspace', 'status', 'created_at'] },
  ],
  retention: 'forever',
  fields: plain('status', 'name', 'pages', 'metric', 'hypothesis', 'winner', 'reason', 'variants'),
})

export type StoredExperiment = StoredRow<typeof experimentColumns, ExperimentData>
