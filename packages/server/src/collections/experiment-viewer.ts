import { collection } from './collection.ts'
import type { ExperimentStage } from './experiment-arm.ts'
import { digest } from './rollup.ts'

/** Who saw which variant, so that each counts once. The visitor's name itself is not kept. */
export const experimentViewers = collection<
  { workspace: string; variant: string; seen_at: number },
  { readonly stages: readonly ExperimentStage[] }
>({
  name: 'experiment_viewers',
  keys: { workspace: 'text', variant: 'text', seen_at: 'integer' },
  indexes: [{ name: 'experiment_viewers_seen', on: ['seen_at'] }],
})
export const experimentViewerPlan = experimentViewers.plan

/** The id under which a visitor of a test is remembered. */
export function viewerId(experiment: string, visitor: string): string {
  return `${experiment}.${digest([visitor])}`
}
