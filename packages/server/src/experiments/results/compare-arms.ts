import type { Store } from '@doorkit/store'
import { equals } from '../../collections/collection.ts'
import type { ExperimentData, StoredExperiment, VariantData } from '../../collections/experiment.ts'
import { experimentArms, type StoredArm } from '../../collections/experiment-arm.ts'
import { type Beta, betaMean } from './beta.ts'
import { chanceToBeat } from './chance-to-beat.ts'

/** A variant with its counts and the estimate of its rate. */
export interface Contender {
  readonly variant: VariantData
  readonly counts: Pick<
    StoredArm['columns'],
    'views' | 'chats' | 'leads' | 'meetings' | 'counted_at'
  >
  /** The count of the stage that the test measures. */
  readonly conversions: number
  /** The posterior distribution of the rate, from a uniform prior. */
  readonly posterior: Beta
  /** The mean of the posterior. */
  readonly rate: number
  /** The probability that the variant's rate is above the control's; null for the control. */
  readonly chance: number | null
  /** How far the rate exceeds the control's, as a fraction of the control's: 0.25 means a quarter more. */
  readonly lift: number
}

/** The contenders of a test: the current opening and its challengers. */
export interface Contest {
  readonly control: Contender
  readonly challengers: readonly Contender[]
}

export function readArms(
  store: Store,
  workspace: string,
  experiment: string,
): Promise<StoredArm[]> {
  return experimentArms.list(store, {
    index: 'experiment_arms_experiment',
    where: [equals('workspace', workspace), equals('experiment', experiment)],
    dir: 'asc',
    limit: 1_000,
  })
}

/** Reads the counts of a test's variants and compares them. */
export async function readContest(
  store: Store,
  experiment: Pick<StoredExperiment, 'id' | 'columns' | 'data'>,
): Promise<Contest> {
  const arms = await readArms(store, experiment.columns.workspace, experiment.id)
  return compareArms(experiment.data, arms)
}

export function compareArms(
  { variants, metric }: Pick<ExperimentData, 'variants' | 'metric'>,
  arms: readonly Pick<StoredArm, 'id' | 'columns'>[],
): Contest {
  const countsOf = new Map(arms.map(({ id, columns }) => [id, columns]))
  const toContender = (variant: VariantData, control?: Contender): Contender => {
    const counts = countsOf.get(variant.id) ?? { ...noCounts, counted_at: variant.created_at }
    const conversions = counts[metric]
    // More conversions than views may have been reported.
    const misses = Math.max(0, counts.views - conversions)
    const posterior = { a: 1 + conversions, b: 1 + misses }
    const chance = control ? chanceToBeat(control.posterior, posterior) : null
    const rate = betaMean(posterior)
    const lift = control ? rate / control.rate - 1 : 0
    return { variant, counts, conversions, posterior, rate, chance, lift }
  }
  const [first, ...others] = variants
  if (!first) throw new Error('An opening test without its control was stored.')
  const control = toContender(first)
  return { control, challengers: others.map((variant) => toContender(variant, control)) }
}

const noCounts = { views: 0, chats: 0, leads: 0, meetings: 0 }
