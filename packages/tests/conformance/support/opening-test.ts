import { type Api, ok } from './api.ts'
import type { openTenant } from './tenant.ts'
import type { Experiment } from './wire-site.ts'

type Tenant = Awaited<ReturnType<typeof openTenant>>

/** A test of the opening on one page. */
export const opening = {
  name: 'Pricing opening',
  pages: ['/pricing'],
  metric: 'chats',
  hypothesis: 'People want to know the price first.',
  headline: 'Questions about our plans?',
  buttons: [{ label: 'Prices', message: 'What does it cost?' }],
}
/** A variant to show beside it. */
export const proposal = {
  name: 'Trial first',
  headline: 'Try it for 30 days',
  buttons: [{ label: 'Try', message: 'How do I try it?' }],
  hypothesis: 'A trial is easier than a price.',
}

/** Creates a test. */
export const create = (api: Api, body: object = opening) =>
  ok(api.post<Experiment>('/experiments', body), 201)
/** Proposes a variant. */
export const propose = (api: Api, id: string) =>
  ok(api.post<Experiment>(`/experiments/${id}/variants`, proposal))
/** Starts, pauses, resumes or stops a test, or applies its winner. */
export const move = (api: Api, id: string, step: string) =>
  ok(api.post<Experiment>(`/experiments/${id}/${step}`))
/** Reads a test. */
export const read = (api: Api, id: string) => ok(api.get<Experiment>(`/experiments/${id}`))

/** A test that runs, with one variant beside its control. */
export async function running({ api }: Tenant): Promise<Experiment> {
  const { id } = await create(api)
  await propose(api, id)
  return move(api, id, 'start')
}

/** Shows both arms to visitors until one of them clearly wins. */
export async function collectEvidence(
  { site }: Tenant,
  { id, variants }: Experiment,
): Promise<void> {
  const { experiments } = site.record
  for (const [arm, { id: variant }] of variants.entries()) {
    const conversions = arm === 0 ? 10 : 60
    for (let count = 0; count < 200; count += 1) {
      const shown = { experiment: id, variant, visitor: `${arm}-${count}` }
      await experiments.view(shown)
    }
    for (let count = 0; count < conversions; count += 1) {
      const shown = { experiment: id, variant, visitor: `${arm}-${count}` }
      await experiments.convert(shown)
    }
  }
}
