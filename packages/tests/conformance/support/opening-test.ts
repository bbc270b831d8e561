import { type Api, ok } from './api.ts'
import type { openWorkspace } from './open-workspace.ts'
import type { Experiment } from './wire-site.ts'

type TestWorkspace = Awaited<ReturnType<typeof openWorkspace>>

/** An opening test on one page. */
export const opening = {
  name: 'Pricing opening',
  pages: ['/pricing'],
  metric: 'chats',
  hypothesis: 'People want to know the price first.',
  headline: 'Questions about our plans?',
  buttons: [{ label: 'Prices', message: 'What does it cost?' }],
}
/** A variant for the opening test. */
export const proposal = {
  name: 'Trial first',
  headline: 'Try it for 30 days',
  buttons: [{ label: 'Try', message: 'How do I try it?' }],
  hypothesis: 'A trial is easier than a price.',
}

export const create = (api: Api, body: object = opening) =>
  ok(api.post<Experiment>('/experiments', body), 201)
export const propose = (api: Api, id: string) =>
  ok(api.post<Experiment>(`/experiments/${id}/variants`, proposal))
/** Starts, pauses, resumes or stops an opening test, or applies its winner, and expects success. */
export const transition = (api: Api, id: string, step: string) =>
  ok(api.post<Experiment>(`/experiments/${id}/${step}`))
export const read = (api: Api, id: string) => ok(api.get<Experiment>(`/experiments/${id}`))

/** Starts an opening test with a control and one variant. */
export async function startOpeningTest({ api }: TestWorkspace): Promise<Experiment> {
  const { id } = await create(api)
  await propose(api, id)
  return transition(api, id, 'start')
}

/** Reports so many views and conversions that the variant clearly wins. */
export async function collectEvidence(
  { site }: TestWorkspace,
  { id, variants }: Experiment,
): Promise<void> {
  const { experiments } = site.record
  for (const [arm, { id: variant }] of variants.entries()) {
    const conversions = arm === 0 ? 10 : 60
    for (let count = 0; count < 200; count += 1) {
      const report = { experiment: id, variant, visitor: `${arm}-${count}` }
      await experiments.view(report)
    }
    for (let count = 0; count < conversions; count += 1) {
      const report = { experiment: id, variant, visitor: `${arm}-${count}` }
      await experiments.convert(report)
    }
  }
}
