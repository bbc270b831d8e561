import type { Experiment } from '@doorkit/models'
import type { StoredExperiment } from '../../collections/experiment.ts'
import type { Contender, Contest } from './compare-arms.ts'
import { evidenceNeeded, findLeader } from './find-winner.ts'

/**
 * The verdict on a test, and the result of the variant that the verdict is about: the winner or, without
 * a winner, the leader.
 */
export interface Verdict extends Readonly<Pick<Experiment, 'verdict'>> {
  readonly result: ReturnType<typeof toResult> | null
}

const noVerdict: Verdict = { verdict: null, result: null }
const inconclusive: Verdict = { verdict: 'inconclusive', result: null }

/**
 * Judges a test that has ended. A test that never started or can still continue has no verdict.
 *
 * - `better`: a variant won, or the leader has the necessary evidence.
 * - `inconclusive`: no variant has enough counts to compare, or the test failed or was invalidated.
 * - `worse`: the leader has a chance of at most 0.05 to beat the control.
 * - `no_difference`: the leader has a chance above 0.05 and below 0.95.
 */
export function reachVerdict(
  row: Pick<StoredExperiment, 'columns' | 'data'>,
  contest: Contest,
): Verdict {
  const { started_at, ended_at, winner } = row.data
  if (started_at === null || ended_at === null) return noVerdict
  if (row.columns.status === 'failed' || row.columns.status === 'invalidated') return inconclusive
  const won = contest.challengers.find(({ variant }) => variant.id === winner)
  if (won) return { verdict: 'better', result: toResult(contest, won) }
  const leader = findLeader(contest)
  if (!leader) return inconclusive
  return { verdict: verdictOn(leader), result: toResult(contest, leader) }
}

function verdictOn({ chance }: Contender): Experiment['verdict'] {
  if (chance !== null && chance >= evidenceNeeded.chance) return 'better'
  return chance !== null && 1 - chance >= evidenceNeeded.chance ? 'worse' : 'no_difference'
}

function toResult({ control }: Contest, contender: Contender) {
  return {
    variant: contender.variant.id,
    rate: contender.rate,
    current_rate: control.rate,
    lift: contender.lift,
    chance_beats_current: contender.chance,
  }
}
