import { experiments } from '../collections/experiment.ts'
import { commitChange } from '../kit/commit-change.ts'
import type { Services } from '../kit/services.ts'
import { moveExperiment } from './move-experiment.ts'
import { readContest } from './results/contender.ts'
import { findWinner } from './results/evidence.ts'
import { transitionFrom } from './transitions.ts'

/**
 * Ends a running test when a variant has the evidence to win. It is judged by what is stored after
 * the caller's own count, so that whoever counts last has seen all of it. The commit is guarded by
 * the revision of the test, so that of many at once one declares the winner, with one event.
 */
export async function declareWinner(
  services: Services,
  workspace: string,
  experiment: string,
): Promise<void> {
  if (!(await judge(services, workspace, experiment))) return
  await commitChange(services, workspace, async (at) => {
    const found = await judge(services, workspace, experiment)
    if (!found) return { ops: [], reply: undefined }
    const { row, transition, winner } = found
    const { ops } = await moveExperiment(services, row, transition, at, { winner })
    return { ops, reply: undefined }
  })
}

async function judge({ store }: Services, workspace: string, experiment: string) {
  const row = await experiments.get(store, workspace, experiment)
  const transition = row && transitionFrom(row.keys.status, 'findWinner')
  if (!transition) return null
  const winner = findWinner(await readContest(store, row))
  return winner && { row, transition, winner: winner.variant.id }
}
