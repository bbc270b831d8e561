import { hash } from 'node:crypto'
import type { Id } from '@doorkit/models'
import type { Opening } from '@doorkit/models/site'
import { pagePath } from '../analytics/dimensions.ts'
import { equals } from '../collections/collection.ts'
import {
  type ExperimentStatus,
  experiments,
  type StoredExperiment,
  type VariantData,
} from '../collections/experiment.ts'
import { experimentViewers } from '../collections/experiment-arm.ts'
import { visitorId } from '../ids/pseudonyms.ts'
import type { Services } from '../services/services.ts'

/**
 * Chooses the opening that a visitor sees on a page: a variant of the oldest opening test that runs there
 * (of those that are read), or else the winner that was applied there last. Null if there is neither.
 */
export async function chooseOpening(
  services: Pick<Services, 'store' | 'vault'>,
  workspace: string,
  pageUrl: string,
  visitor: string,
): Promise<Opening | null> {
  const page = pagePath(pageUrl)
  const [running, applied] = await Promise.all([
    listOn(services, workspace, 'running', page),
    listOn(services, workspace, 'applied', page),
  ])
  const test = running.at(-1)
  if (test) return toOpening(test, await shownTo(services, test, visitor))
  const [last] = applied.sort((a, b) => (b.data.applied_at ?? 0) - (a.data.applied_at ?? 0))
  const winner = last?.data.variants.find(({ id }) => id === last.data.winner)
  return last && winner ? toOpening(last, winner) : null
}

function toOpening({ id }: StoredExperiment, variant: VariantData): Opening {
  return {
    experiment: id as Id<'experiment'>,
    variant: variant.id as Id<'variant'>,
    headline: variant.headline,
    buttons: [...variant.buttons],
  }
}

/** Of the opening tests of one status, only this many are read, the newest ones. */
const mostTests = 200

/** The opening tests of one status on a page, newest first. */
async function listOn(
  { store }: Pick<Services, 'store'>,
  workspace: string,
  status: ExperimentStatus,
  page: string,
): Promise<StoredExperiment[]> {
  const rows = await experiments.list(store, {
    index: 'experiments_status',
    where: [equals('workspace', workspace), equals('status', status)],
    dir: 'desc',
    limit: mostTests,
  })
  return rows.filter(({ data }) => data.pages.some((path) => pagePath(path) === page))
}

/**
 * The variant that the visitor saw first, if this is known and the test still has it. Otherwise the
 * variant with the highest hash for this visitor, which makes all variants equally likely. A new variant
 * changes the opening only for the visitors who now see that variant.
 */
async function shownTo(
  services: Pick<Services, 'store' | 'vault'>,
  { id, columns, data }: StoredExperiment,
  visitor: string,
): Promise<VariantData> {
  const viewerId = visitorId(services, id, visitor)
  const viewer = await experimentViewers.get(services.store, columns.workspace, viewerId)
  const shown = data.variants.find((variant) => variant.id === viewer?.columns.variant)
  if (shown) return shown
  const ranked = data.variants.map((variant) => ({
    variant,
    rank: hash('sha256', JSON.stringify([id, variant.id, visitor])),
  }))
  ranked.sort((a, b) => (a.rank < b.rank ? 1 : -1))
  const [first] = ranked
  if (!first) throw new Error(`The opening test ${id} has no variants.`)
  return first.variant
}
