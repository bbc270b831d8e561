import { experiments } from '../collections/experiment.ts'
import { commitChange } from '../commit/commit-change.ts'
import type { Services } from '../services/services.ts'
import { moveExperiment } from './move-experiment.ts'
import { readContest } from './results/compare-arms.ts'
import { findWinner } from './results/find-winner.ts'
import { transitionFrom } from './transitions.ts'

/**
 * Ends an opening test that has a winner, after a count was committed. A failure is only logged: the
 * count stays, and the next count checks again.
 */
export async function declareWinnerIfAny(
  services: Services,
  workspace: string,
  experiment: string | null,
): Promise<void> {
  if (experiment === null) return
  await declareWinner(services, workspace, experiment).catch((error) => {
    services.logger.error(
      { experiment, error },
      'An opening test could not be checked for a winner.',
    )
  })
}

/**
 * Ends a running test if a variant has the evidence to win. Each check runs after the commit of its
 * count, so the last of several simultaneous checks reads all these counts. The guard on the revision of
 * the test makes sure that the winner is declared only once.
 */
async function declareWinner(
  services: Services,
  workspace: string,
  experiment: string,
): Promise<void> {
  if (!(await findProvenWinner(services, workspace, experiment))) return
  await commitChange(services, workspace, async (at) => {
    const found = await findProvenWinner(services, workspace, experiment)
    if (!found) return { ops: [], reply: undefined }
    const { row, transition, winner } = found
    const { ops } = await moveExperiment(services, row, transition, at, { winner })
    return { ops, reply: undefined }
  })
}

async function findProvenWinner({ store }: Services, workspace: string, experiment: string) {
  const row = await experiments.get(store, workspace, experiment)
  const transition = row && transitionFrom(row.columns.status, 'findWinner')
  if (!transition) return null
  const winner = findWinner(await readContest(store, row))
  return winner && { row, transition, winner: winner.variant.id }
}
