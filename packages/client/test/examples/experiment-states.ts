import type { Experiment } from '../../src/index.ts'
import type { TestWorkspace } from '../../src/testing/index.ts'

type Site = Pick<TestWorkspace, 'client' | 'record'>

/** Creates a draft, which has only its control. */
export async function createDraft({ client }: Site) {
  const { id } = await client.experiments.create({
    name: 'Pricing page',
    pages: ['/pricing'],
    headline: 'How can we help?',
  })
  return { experimentId: id }
}

/** Creates an opening test with a variant, and does not start it. */
export async function createReadyExperiment(site: Site) {
  const { experimentId } = await createDraft(site)
  const experiment = await site.client.experiments.proposeVariant(experimentId, {
    headline: 'Ask us anything',
  })
  return { experimentId, variantId: variantOf(experiment) }
}

/** Starts an opening test with a variant. */
export async function startExperiment(site: Site) {
  const ready = await createReadyExperiment(site)
  await site.client.experiments.start(ready.experimentId)
  return ready
}

/** Starts an opening test, and reports enough conversions for its variant to win. */
export async function winExperiment(site: Site) {
  const { experimentId, variantId } = await startExperiment(site)
  const { variants } = await site.client.experiments.get(experimentId)
  const control = variants.find((variant) => variant.control)?.id ?? ''
  await recordViews(site, experimentId, control, 20)
  await recordViews(site, experimentId, variantId, 100)
  return { experimentId, variantId }
}

const viewCount = 200

async function recordViews(
  { record }: Site,
  experiment: string,
  variant: string,
  conversions: number,
) {
  const { view, convert } = record.experiments
  for (let count = 0; count < viewCount; count++) await view({ experiment, variant })
  for (let count = 0; count < conversions; count++) await convert({ experiment, variant })
}

function variantOf({ variants }: Experiment): `var_${string}` {
  return variants.find((variant) => !variant.control)?.id ?? 'var_none'
}
