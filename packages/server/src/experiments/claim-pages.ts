import { Failure } from '../failure.ts'
import type { StoredExperiment } from '../records/experiment.ts'
import { experimentPages, pageClaimId } from '../records/experiment-page.ts'
import { equals } from '../records/record.ts'
import type { Store, WriteOp } from '../store/index.ts'

type Test = Pick<StoredExperiment, 'id' | 'keys' | 'data'>

/**
 * The writes that take the pages of a test that begins to run: two tests cannot share a page.
 * Of two that start at once one commit fails, and finds the page taken when it is built again.
 *
 * @throws Failure `unprocessable` when another running test has one of the pages.
 */
export async function claimPages(store: Store, { id, keys, data }: Test): Promise<WriteOp[]> {
  const claims = data.pages.map((page) => ({ page, claim: pageClaimId(keys.workspace, page) }))
  const taken = await Promise.all(claims.map(({ claim }) => experimentPages.get(store, claim)))
  const page = claims.find((_, position) => taken[position])?.page
  if (page !== undefined) {
    throw new Failure(
      'unprocessable',
      `Another running test covers the page ${page}. Pause or stop that one first.`,
    )
  }
  return claims.map(({ claim }) =>
    experimentPages.insert(claim, { workspace: keys.workspace, experiment: id }, null),
  )
}

/** The writes that free the pages of a test that runs no more. */
export async function releasePages(store: Store, { id }: Test): Promise<WriteOp[]> {
  const claims = await experimentPages.list(store, {
    index: 'experiment_pages_experiment',
    where: [equals('experiment', id)],
    dir: 'asc',
    limit: 1_000,
  })
  return claims.map((claim) => experimentPages.remove(claim.id))
}
