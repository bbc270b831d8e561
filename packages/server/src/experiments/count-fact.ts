import type { WriteOp } from '@doorkit/store'
import { equals } from '../collections/collection.ts'
import { experiments, type StoredExperiment } from '../collections/experiment.ts'
import {
  type ExperimentStage,
  experimentArms,
  type StoredArm,
} from '../collections/experiment-arm.ts'
import { experimentViewers } from '../collections/experiment-viewer.ts'
import { found } from '../errors/check-input.ts'
import type { Change } from '../kit/commit-change.ts'
import type { Services } from '../kit/services.ts'
import { readVisitor, rememberVisitor, visitIds, visitorIds } from '../kit/visitor-id.ts'

/** A fact about a visitor of a test. */
export interface ExperimentFact {
  readonly experiment: string
  readonly variant: string
  /** The site's own name for the visitor: with it, each counts once. */
  readonly visitor?: string | null | undefined
  /** The visit, by which a visitor without a name is known. */
  readonly visit?: string | undefined
  /** Null when the visitor only saw it; `metric` is what the test is measured by. */
  readonly did: ExperimentStage | 'metric' | null
}

/** Whether a fact was counted, as recordings remember it. */
export type CountResult = 'counted' | 'ignored'

const ignored: Change<CountResult> = { ops: [], reply: 'ignored' }

/**
 * Finds a test and one of its variants.
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
  const test = found(row, 'experiment')
  found(arm?.keys.experiment === test.id ? arm : null, 'variant')
  return test
}

/**
 * The writes that count a fact, while the test runs: for the commit of what caused it. The counts
 * are added to, never set, so that any number of visitors can be counted at once; a status that
 * changes in between fails the commit.
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
  if (row.keys.status !== 'running') return ignored
  const stage = fact.did === 'metric' ? row.data.metric : fact.did
  const seen = await see(services, workspace, fact, stage, at)
  if (!seen) return ignored
  const isRunning = {
    op: 'check',
    ...experiments.ref(workspace, row.id),
    exists: true,
    when: [equals('status', 'running')],
  } as const
  const count = experimentArms.patch(workspace, seen.variant, {
    set: { counted_at: at },
    add: seen.add,
  })
  return { ops: [isRunning, ...seen.ops, count], reply: 'counted' }
}

interface Seen {
  /** The variant that the fact counts for: the one the visitor was shown first. */
  readonly variant: string
  readonly add: { readonly [Name in keyof StoredArm['keys']]?: number }
  readonly ops: readonly WriteOp[]
}

/** The counts that a fact adds, and the new memory of its visitor; null where nothing changes. */
async function see(
  services: Pick<Services, 'store' | 'vault'>,
  workspace: string,
  { experiment, variant, visitor, visit }: ExperimentFact,
  stage: ExperimentStage | null,
  at: number,
): Promise<Seen | null> {
  const done = stage ? { [stage]: 1 } : {}
  const unnamed = visit === undefined ? null : visitIds(experiment, visit)
  const ids = visitor ? visitorIds(services, experiment, visitor) : unnamed
  if (!ids) return { variant, add: stage ? done : { views: 1 }, ops: [] }
  const viewer = await readVisitor(services, experimentViewers, workspace, ids)
  if (!viewer) {
    const data = { stages: stage ? [stage] : [] }
    return {
      variant,
      // A visitor who did something has seen the opening, even when the site did not say so.
      add: { views: 1, ...done },
      ops: [experimentViewers.insert(ids.id, { workspace, variant, seen_at: at }, data)],
    }
  }
  if (!stage || viewer.data.stages.includes(stage)) return null
  const data = { stages: [...viewer.data.stages, stage] }
  const ops = rememberVisitor(experimentViewers, ids, viewer, { seen_at: at }, data)
  return { variant: viewer.keys.variant, add: done, ops }
}
