import type { WriteOp } from '@doorkit/store'
import { equals } from '../collections/collection.ts'
import { experiments, type StoredExperiment } from '../collections/experiment.ts'
import {
  type ExperimentStage,
  experimentArms,
  experimentViewers,
  type StoredArm,
} from '../collections/experiment-arm.ts'
import type { Change } from '../commit/commit-change.ts'
import { found } from '../errors/check-input.ts'
import { visitId, visitorId } from '../ids/pseudonyms.ts'
import type { Services } from '../services/services.ts'

/** A fact about a visitor of an opening test. */
export interface ExperimentFact {
  readonly experiment: string
  readonly variant: string
  /** The site's name for the visitor. Each name counts once for each stage. */
  readonly visitor?: string | null | undefined
  /** The id of the visit. If the visitor has no name, each visit counts once for each stage. */
  readonly visit?: string | undefined
  /** The stage reached; null for a view. `metric` is the stage that the test measures. */
  readonly reached: ExperimentStage | 'metric' | null
}

export type CountResult = 'counted' | 'ignored'

const ignored: Change<CountResult> = { ops: [], reply: 'ignored' }

/**
 * Reads a test, and checks that a variant belongs to it.
 *
 * @throws KitError `not_found`.
 */
export async function findVariant(
  { store }: Pick<Services, 'store'>,
  workspace: string,
  { experiment, variant }: Pick<ExperimentFact, 'experiment' | 'variant'>,
): Promise<StoredExperiment> {
  const [row, arm] = await Promise.all([
    experiments.get(store, workspace, experiment),
    experimentArms.get(store, workspace, variant),
  ])
  const test = found(row, 'opening test')
  found(arm?.columns.experiment === test.id ? arm : null, 'variant')
  return test
}

/**
 * The writes that count a fact. Put them into the commit of the change that the fact reports. Only a
 * running test counts facts: the commit fails if the status of the test has changed. The writes
 * increment the counts, so commits that count different visitors do not conflict.
 *
 * @throws KitError `not_found`.
 */
export async function countFact(
  services: Pick<Services, 'store' | 'vault'>,
  workspace: string,
  fact: ExperimentFact,
  at: number,
): Promise<Change<CountResult>> {
  const row = await findVariant(services, workspace, fact)
  if (row.columns.status !== 'running') return ignored
  const stage = fact.reached === 'metric' ? row.data.metric : fact.reached
  const effect = await effectOf(services, workspace, fact, stage, at)
  if (!effect) return ignored
  const when = [equals('status', 'running')]
  const runningGuard = experiments.check(workspace, row.id, { when })
  const count = experimentArms.patch(workspace, effect.variant, {
    set: { counted_at: at },
    add: effect.add,
  })
  return { ops: [runningGuard, ...effect.ops, count], reply: 'counted' }
}

interface Effect {
  /** The variant that the fact counts for: the first one that the visitor is known to have seen. */
  readonly variant: string
  readonly add: { readonly [Name in keyof StoredArm['columns']]?: number }
  readonly ops: readonly WriteOp[]
}

/** The counts that a fact adds, and the writes that remember its visitor; null for no change. */
async function effectOf(
  services: Pick<Services, 'store' | 'vault'>,
  workspace: string,
  { experiment, variant, visitor, visit }: ExperimentFact,
  stage: ExperimentStage | null,
  at: number,
): Promise<Effect | null> {
  const done = stage ? { [stage]: 1 } : {}
  const idOfVisit = visit === undefined ? null : visitId(experiment, visit)
  const id = visitor ? visitorId(services, experiment, visitor) : idOfVisit
  if (!id) return { variant, add: stage ? done : { views: 1 }, ops: [] }
  const viewer = await experimentViewers.get(services.store, workspace, id)
  if (!viewer) {
    const data = { stages: stage ? [stage] : [] }
    return {
      variant,
      // Every stage implies a view, even if no view was reported.
      add: { views: 1, ...done },
      ops: [experimentViewers.insert(id, { workspace, variant, seen_at: at }, data)],
    }
  }
  if (!stage || viewer.data.stages.includes(stage)) return null
  const data = { stages: [...viewer.data.stages, stage] }
  const remember = experimentViewers.edit(viewer, { set: { seen_at: at }, data })
  return { variant: viewer.columns.variant, add: done, ops: [remember] }
}
