import * as z from 'zod'
import { experiments } from '../collections/experiment.ts'
import { experimentStages } from '../collections/experiment-arm.ts'
import { check, found } from '../errors/check-input.ts'
import { KitError } from '../errors/kit-error.ts'
import { countFact, type ExperimentFact } from '../experiments/count-fact.ts'
import { moveExperiment } from '../experiments/move-experiment.ts'
import { transitionFrom } from '../experiments/transitions.ts'
import { commitChange } from '../kit/commit-change.ts'
import type { Services } from '../kit/services.ts'
import type { RecordOnce, RecordOptions } from './record-once.ts'
import type { VisitRecorder } from './visits.ts'

const ExperimentView = z.strictObject({
  experiment: z.string().startsWith('exp_'),
  variant: z.string().startsWith('var_'),
  /**
   * The site's own name for the visitor. With it a visitor counts once, for the variant they were
   * shown first; without it every call counts. It is not kept.
   */
  visitor: z.string().min(1).max(255).nullish(),
  /** A view of the team itself: not counted. */
  test: z.boolean().optional(),
})

/** A variant was shown to a visitor. */
export type ExperimentView = z.infer<typeof ExperimentView>

const ExperimentConversion = ExperimentView.extend({
  /** Default: what the test is measured by. Other stages show in its results and decide nothing. */
  stage: z.enum(experimentStages).optional(),
})

/** A visitor did something after a variant was shown to them. */
export type ExperimentConversion = z.infer<typeof ExperimentConversion>

const ExperimentEnd = z.strictObject({ reason: z.string().min(1).max(200) })

/** Why the site ends a test: one short sentence, shown as the test's `internal_status`. */
export type ExperimentEnd = z.infer<typeof ExperimentEnd>

/** Whether a view or a conversion was counted: only those of a running test are. */
export interface ExperimentCount {
  /** False when the test does not run, or the visitor was counted before. */
  readonly counted: boolean
}

/**
 * Records what visitors of an opening test see and do, and what the site does to the test. Visits
 * in which an opening was seen count by themselves (see {@link VisitRecorder}): `view` and
 * `convert` are for visitors whose visits are not recorded. Where both name the visitor alike, each
 * visitor still counts once.
 */
export interface ExperimentRecorder {
  /** @throws KitError `not_found` for an unknown test, or a variant of another one. */
  view(input: ExperimentView, options?: RecordOptions): Promise<ExperimentCount>
  /**
   * Counts a conversion, each stage once for each visitor. When that gives a variant the evidence
   * to win, the test ends with `experiment.winner_found`.
   *
   * @throws KitError `not_found` for an unknown test, or a variant of another one.
   */
  convert(input: ExperimentConversion, options?: RecordOptions): Promise<ExperimentCount>
  /**
   * The site could not go on with the test.
   *
   * @throws KitError `not_found`, or `conflict` when the test has ended already.
   */
  fail(experiment: string, input: ExperimentEnd): Promise<void>
  /**
   * The site changed so that the test's results mean nothing any more.
   *
   * @throws KitError `not_found`, or `conflict` when the test has ended already.
   */
  invalidate(experiment: string, input: ExperimentEnd): Promise<void>
}

/** Makes an {@link ExperimentRecorder}. */
export function experimentRecorder(
  record: RecordOnce,
  workspace: string,
  ready: () => Promise<Services>,
): ExperimentRecorder {
  async function count(
    name: 'view' | 'convert',
    { test, ...shown }: ExperimentView,
    did: ExperimentFact['did'],
    options: RecordOptions | undefined,
  ): Promise<ExperimentCount> {
    if (test) return { counted: false }
    const fact = { ...shown, did }
    const result = await record(`experiments.${name}`, options, fact, async (services, at) => {
      const change = await countFact(services, workspace, fact, at)
      return { ...change, experiment: change.reply === 'counted' ? fact.experiment : null }
    })
    return { counted: result === 'counted' }
  }

  const end = (move: 'fail' | 'invalidate') => async (experiment: string, input: ExperimentEnd) => {
    const { reason } = check(ExperimentEnd, input)
    const services = await ready()
    await commitChange(services, workspace, async (at) => {
      const row = found(await experiments.get(services.store, workspace, experiment), 'experiment')
      const step = transitionFrom(row.keys.status, move)
      if (!step) throw new KitError('conflict', 'This experiment has ended already.')
      // Its earlier findings are worth nothing either.
      const changes = { reason, winner: null }
      const { ops } = await moveExperiment(services, row, step, at, changes)
      return { ops, reply: undefined }
    })
  }

  return {
    view: async (input, options) => count('view', check(ExperimentView, input), null, options),
    async convert(input, options) {
      const { stage = 'metric', ...shown } = check(ExperimentConversion, input)
      return count('convert', shown, stage, options)
    },
    fail: end('fail'),
    invalidate: end('invalidate'),
  }
}
