import type { Experiment } from '../../src/index.ts'
import type { TestWorkspace } from '../../src/testing/index.ts'

type Site = Pick<TestWorkspace, 'client' | 'record'>

/** A draft with its control. */
export async function draftTest({ client }: Site) {
  const { id } = await client.experiments.create({
    name: 'Pricing page',
    pages: ['/pricing'],
    headline: 'How can we help?',
  })
  return { experimentId: id }
}

/** A test with a variant that has not started. */
export async function readyTest(site: Site) {
  const { experimentId } = await draftTest(site)
  const test = await site.client.experiments.proposeVariant(experimentId, {
    headline: 'Ask us anything',
  })
  return { experimentId, variantId: variantOf(test) }
}

/** A test that visitors see. */
export async function runningTest(site: Site) {
  const ready = await readyTest(site)
  await site.client.experiments.start(ready.experimentId)
  return ready
}

/** A test whose variant has won. */
export async function wonTest(site: Site) {
  const { experimentId, variantId } = await runningTest(site)
  const { variants } = await site.client.experiments.get(experimentId)
  const control = variants.find((variant) => variant.control)?.id ?? ''
  await show(site, experimentId, control, 20)
  await show(site, experimentId, variantId, 100)
  return { experimentId, variantId }
}

const views = 200

async function show({ record }: Site, experiment: string, variant: string, conversions: number) {
  const { view, convert } = record.experiments
  for (let count = 0; count < views; count++) await view({ experiment, variant })
  for (let count = 0; count < conversions; count++) await convert({ experiment, variant })
}

function variantOf({ variants }: Experiment): `var_${string}` {
  return variants.find((variant) => !variant.control)?.id ?? 'var_none'
}
