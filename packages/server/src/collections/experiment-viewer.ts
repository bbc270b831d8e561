import { collection } from './collection.ts'
import { forSeconds, plain } from './declare-collection.ts'
import type { ExperimentStage } from './experiment-arm.ts'

/**
 * One row for each visitor of an opening test, with the variant that the visitor saw first, so that the
 * visitor counts once per stage. A visitor who reaches no new stage for 90 days is forgotten. The names of
 * visitors are not stored.
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
