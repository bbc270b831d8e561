import type { Opening } from '@doorkit/models/site'
import type { SeenOpening } from '../analytics/count-stage.ts'
import { experimentArms } from '../collections/experiment-arm.ts'
import { readVisit, type StoredVisit, visits } from '../collections/visit.ts'
import { commitChange } from '../commit/commit-change.ts'
import { Failure } from '../errors/failure.ts'
import type { RequestPrincipal } from '../requests/principal.ts'
import type { Services } from '../services/services.ts'

/** A visit remembers at most this many variants, and forgets the oldest first. */
const mostShown = 100

/** Stores which opening a page of the visit shows. From then on, the page may report the opening as seen. */
export async function noteShown(
  context: Services & Pick<RequestPrincipal, 'workspace'>,
  visit: StoredVisit | null,
  opening: Opening | null,
): Promise<void> {
  if (!visit || !opening || wasShown(visit, opening.variant)) return
  const { workspace, store } = context
  await commitChange(context, workspace.id, async (at) => {
    const row = await readVisit(store, workspace.id, visit.id, at)
    if (!row || wasShown(row, opening.variant)) return { ops: [], reply: undefined }
    const shown = [...(row.data.shown ?? []), opening.variant].slice(-mostShown)
    return { ops: [visits.edit(row, { data: { ...row.data, shown } })], reply: undefined }
  })
}

/**
 * Finds the opening of a variant that was shown in the visit.
 *
 * @throws Failure `unprocessable` for any other variant.
 */
export async function findShown(
  { store, workspace }: Pick<Services, 'store'> & Pick<RequestPrincipal, 'workspace'>,
  visit: StoredVisit | null,
  variant: string,
): Promise<SeenOpening> {
  const arm =
    visit && wasShown(visit, variant)
      ? await experimentArms.get(store, workspace.id, variant)
      : null
  if (arm) return { experiment: arm.columns.experiment, variant }
  const detail =
    'This variant was not shown in this visit. Send the variant of the last `opening` that the page got.'
  throw new Failure('unprocessable', detail, { param: 'variant' })
}

const wasShown = ({ data }: StoredVisit, variant: string) => data.shown?.includes(variant) ?? false
