import type { Experiment } from '@doorkit/models'
import { experimentArms } from '../../src/collections/experiment-arm.ts'
import { type Call, caller, createKit, type KitOptions } from './kit.ts'

/** The counts that a test gives to a variant. */
export interface ArmCounts {
  readonly views?: number
  readonly chats?: number
  readonly leads?: number
  readonly meetings?: number
}

/** Counts with which a variant wins as soon as the variants are compared. */
export const winning = {
  control: { views: 400, chats: 20 },
  variant: { views: 400, chats: 60 },
} as const

/** A kit that can bring its opening tests into any state. */
export async function createExperimentKit(options: KitOptions = {}) {
  const kit = await createKit(options)
  const call: Call = caller(kit)
  const record = kit.doorkit.record(kit.workspace.id)
  let pages = 0

  const create = async (body: object = {}): Promise<Experiment> => {
    const draft = {
      name: 'Opening',
      pages: [`/page-${pages++}`],
      headline: 'How can we help?',
      ...body,
    }
    return (await call('POST', '/experiments', { body: draft })).json
  }
  const act = (id: string, action: string, body?: object) =>
    call('POST', `/experiments/${id}/${action}`, body ? { body } : {})
  const get = async (id: string): Promise<Experiment> =>
    (await call('GET', `/experiments/${id}`)).json
  const propose = async (id: string, headline = 'Ask us anything'): Promise<Experiment> =>
    (await act(id, 'variants', { headline })).json
  const running = async (body: object = {}): Promise<Experiment> => {
    const { id } = await create(body)
    await propose(id)
    return (await act(id, 'start')).json
  }
  /** Sets the counts of the variants of an opening test, in their order, as if they had been recorded. */
  const count = async ({ variants }: Experiment, ...arms: readonly ArmCounts[]): Promise<void> => {
    const ops = arms.map((counts, position) =>
      experimentArms.patch(kit.workspace.id, variants[position]?.id ?? '', { set: counts }),
    )
    const result = await kit.store.commit(ops)
    if (!result.ok) throw new Error('The counts could not be set.')
  }
  /** An opening test whose variant has won. */
  const won = async (body: object = {}): Promise<Experiment> => {
    const experiment = await running(body)
    await count(experiment, winning.control, winning.variant)
    await record.experiments.view(shown(experiment, 1))
    return get(experiment.id)
  }
  const counts = async ({ id }: Experiment) => countsOf(await get(id))
  /** The visitors of each stage of the funnel. */
  const funnel = async (): Promise<number[]> =>
    (await call('GET', '/analytics')).json.funnel.map(
      ({ visitors }: { visitors: number }) => visitors,
    )
  return { ...kit, call, record, create, act, get, propose, running, count, won, counts, funnel }
}
export type ExperimentKit = Awaited<ReturnType<typeof createExperimentKit>>

/** A kit with a running opening test, and the methods that report to it. */
export async function runExperiment(options: KitOptions, body?: object) {
  const kit = await createExperimentKit(options)
  return { ...kit, experiment: await kit.running(body), ...kit.record }
}

/** Views, chats, leads and meetings of each variant. */
export function countsOf({ variants }: Experiment): number[][] {
  return variants.map(({ results: { views, stages } }) => [
    views,
    stages.chats ?? Number.NaN,
    stages.leads ?? Number.NaN,
    stages.meetings ?? Number.NaN,
  ])
}

/** The site's report of a view of the variant at a position. */
export function shown({ id, variants }: Experiment, position: number) {
  return { experiment: id, variant: variants[position]?.id ?? '' }
}
