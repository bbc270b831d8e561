import type { Experiment, VariantPropose } from '@doorkit/models'
import type { WriteOp } from '@doorkit/store'
import {
  type ExperimentData,
  type StoredExperiment,
  experiments as storedExperiments,
  type VariantData,
} from '../collections/experiment.ts'
import { emptyArm, experimentArms, type StoredArm } from '../collections/experiment-arm.ts'
import type { Context } from '../commit/request-context.ts'
import { Failure } from '../errors/failure.ts'
import { moveExperiment } from '../experiments/move-experiment.ts'
import { compareArms, readArms } from '../experiments/results/compare-arms.ts'
import { evidenceNeeded, isProven } from '../experiments/results/find-winner.ts'
import { readExperiment, toExperiment } from '../experiments/results/show-experiment.ts'
import { type ExperimentMove, transitionFrom } from '../experiments/transitions.ts'
import { experimentRows } from '../limits/bounds.ts'
import { finder } from './find-by-id.ts'
import type { Handlers } from './handler-types.ts'
import { longPage } from './list-page.ts'

const find = finder(storedExperiments, 'opening test')

/** The most variants of an opening test, including the control. */
const mostVariants = 20

export const experiments: Handlers['experiments'] = {
  list: ({ query }, context) =>
    longPage(context, {
      collection: storedExperiments,
      index: 'experiments_created',
      query,
      rowsAtOnce: experimentRows,
      toItem: (row) => readExperiment(context.store, row),
    }),

  create({ body }, context) {
    const workspace = context.workspace.id
    return context.write((at) => {
      const id = context.makeId('experiment')
      const of = { workspace, experiment: id, control: true }
      const control = newVariant(context, of, body, 'Control', at)
      const columns = { workspace, created_at: at, status: 'draft' } as const
      const data: ExperimentData = {
        name: body.name,
        pages: body.pages,
        metric: body.metric ?? 'chats',
        hypothesis: body.hypothesis ?? null,
        winner: null,
        started_at: null,
        ended_at: null,
        applied_at: null,
        reason: null,
        variants: [control.variant],
      }
      return {
        ops: [storedExperiments.insert(id, columns, data), control.op],
        reply: toExperiment({ id, columns, data }, compareArms(data, [])),
      }
    })
  },

  async get({ id }, context) {
    const { store, workspace } = context
    const [row, arms] = await Promise.all([find(context, id), readArms(store, workspace.id, id)])
    return toExperiment(row, compareArms(row.data, arms))
  },

  start: ({ id }, context) => change(context, id, 'start'),
  pause: ({ id }, context) => change(context, id, 'pause'),
  resume: ({ id }, context) => change(context, id, 'resume'),
  stop: ({ id }, context) => change(context, id, 'stop'),
  applyWinner: ({ id }, context) => change(context, id, 'applyWinner'),

  proposeVariant({ id, body }, context) {
    return change(context, id, 'proposeVariant', ({ columns, data }, _arms, at) => {
      if (data.variants.length >= mostVariants) {
        throw new Failure('unprocessable', `An opening test has at most ${mostVariants} variants.`)
      }
      const of = { workspace: columns.workspace, experiment: id, control: false }
      const name = body.name ?? `Variant ${data.variants.length}`
      const { variant, op } = newVariant(context, of, body, name, at)
      return {
        changes: {
          variants: [...data.variants, variant],
          hypothesis: body.hypothesis ?? data.hypothesis,
        },
        ops: [op],
      }
    })
  },

  promote({ id, body }, context) {
    return change(context, id, 'promote', ({ data }, arms) => {
      const contest = compareArms(data, arms)
      const chosen = contest.challengers.find(({ variant }) => variant.id === body.variant)
      if (!chosen) throw notPromotable(contest.control.variant.id === body.variant)
      if (!isProven(contest, chosen)) throw notProven()
      return { changes: { winner: chosen.variant.id } }
    })
  },
}

/** Makes a variant of an opening test, and the write that inserts the row for its counts. */
function newVariant(
  { makeId }: Context,
  of: { readonly workspace: string; readonly experiment: string; readonly control: boolean },
  { headline, buttons = [] }: Pick<VariantPropose, 'headline' | 'buttons'>,
  name: string,
  at: number,
): { readonly variant: VariantData; readonly op: WriteOp } {
  const id = makeId('variant')
  const arm = emptyArm(of.workspace, of.experiment, at)
  return {
    variant: { id, name, control: of.control, headline, buttons, angle: null, created_at: at },
    op: experimentArms.insert(id, arm, null),
  }
}

/** Makes all changes of a move except the status and its time; throws a Failure to refuse the move. */
type MakeChanges = (
  row: StoredExperiment,
  arms: readonly StoredArm[],
  at: number,
) => { readonly changes: Partial<ExperimentData>; readonly ops?: readonly WriteOp[] }

function change(
  context: Context,
  id: string,
  move: ExperimentMove,
  makeChanges: MakeChanges = () => ({ changes: {} }),
): Promise<Experiment> {
  return context.write(async (at) => {
    const row = await find(context, id)
    const transition = transitionFrom(row.columns.status, move)
    if (!transition) {
      const detail = `This is not possible while the status of the opening test is ${row.columns.status}. Read the test again.`
      throw new Failure('unprocessable', detail)
    }
    const arms = await readArms(context.store, row.columns.workspace, id)
    const { changes, ops = [] } = makeChanges(row, arms, at)
    const moved = await moveExperiment(context, row, transition, at, changes)
    return {
      ops: [...moved.ops, ...ops],
      reply: toExperiment(moved.row, compareArms(moved.row.data, arms)),
    }
  })
}

function notPromotable(isControl: boolean): Failure {
  const detail = isControl
    ? 'The control is already the opening. Name one of the other variants.'
    : 'This opening test has no such variant. Name one of its variants other than the control.'
  return new Failure('unprocessable', detail, { param: 'variant' })
}

function notProven(): Failure {
  const { views, conversions, chance } = evidenceNeeded
  const detail =
    'This variant does not have enough evidence. The variant and the control each need at least ' +
    `${views} views and ${conversions} conversions, and the variant a chance of at least ${chance} to beat the control.`
  return new Failure('unprocessable', detail, { param: 'variant' })
}
