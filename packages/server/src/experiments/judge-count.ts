import type { Services } from '../kit/services.ts'
import { declareWinner } from './declare-winner.ts'

/**
 * Judges an opening test by a count that was committed. What was counted stays: a test that could not be
 * judged is, at its next count.
 */
export async function judgeCount(
  services: Services,
  workspace: string,
  experiment: string | null,
): Promise<void> {
  if (experiment === null) return
  await declareWinner(services, workspace, experiment).catch((error) => {
    services.logger.error({ experiment, error }, 'An opening test was not judged.')
  })
}
