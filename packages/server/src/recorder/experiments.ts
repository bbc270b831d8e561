import * as z from 'zod'
import { experiments } from '../collections/experiment.ts'
import { experimentStages } from '../collections/experiment-arm.ts'
import { check, found } from '../errors/check-input.ts'
import { KitError } from '../errors/kit-error.ts'
import { countFact, type ExperimentFact } from '../experiments/count-visitor-response.ts'
import { moveExperiment } from '../experiments/move-experiment.ts'
import { transitionFrom } from '../experiments/transitions.ts'
import type { RecordOnce, RecordOptions } from './record-once.ts'
import type { VisitRecorder } from './visits.ts'

const ExperimentView = z.strictObject({
  experiment: z.string().startsWith('exp_'),
  variant: z.string().startsWith('var_'),
  /**
   * The site's name for the visitor. A named visitor counts once per stage, for the first variant they
   * saw. Without a name, every call counts. The name is not stored.
   */
  visitor: z.string().min(1).max(255).nullish(),
  /** Whether the visitor is a member of the team, who is not counted. */
  test: z.boolean().optional(),
})

/** A view of a variant by a visitor. */
export type ExperimentView = z.infer<typeof ExperimentView>

const ExperimentConversion = ExperimentView.extend({
  /** Default: the stage that the test measures. Other stages are shown, but do not decide the test. */
  stage: z.enum(experimentStages).optional(),
})

/** A conversion of a visitor who saw a variant. */
export type ExperimentConversion = z.infer<typeof ExperimentConversion>

const ExperimentEnd = z.strictObject({ reason: z.string().min(1).max(200) })

/** Why the host ends a test, in one short sentence. The API shows it as `internal_status`. */
export type ExperimentEnd = z.infer<typeof ExperimentEnd>

/** Whether a view or a conversion was counted. */
export interface ExperimentCount {
  /** False if the team saw the variant, the test is not running, or the visitor was counted before. */
  readonly counted: boolean
}

/**
 * Records views and conversions of an opening test, and lets the host end it. `view` and `convert` are
 * for visitors without recorded visits. For a recorded visit, call `openingSeen` of
 * {@link VisitRecorder} instead. A visitor who has the same name in a visit and in such a call still
 * counts once.
 */
export interface ExperimentRecorder {
  /**
   * Counts that a visitor saw a variant.
   *
   * @throws KitError `not_found` for an unknown test, or a variant of another test.
   */
  view(input: ExperimentView, options?: RecordOptions): Promise<ExperimentCount>
  /**
   * Counts a conversion: each stage once per named visitor. If a variant then has the evidence to win,
   * the test ends with `experiment.winner_found`.
   *
   * @throws KitError `not_found` for an unknown test, or a variant of another test.
   */
  convert(input: ExperimentConversion, options?: RecordOptions): Promise<ExperimentCount>
  /**
   * Ends a test that the host cannot continue.
   *
   * @throws KitError `not_found`, or `conflict` if the test was applied, stopped, failed or invalidated.
   */
  fail(experiment: string, input: ExperimentEnd): Promise<void>
  /**
   * Ends a test whose results a change of the site has made meaningless.
   *
   * @throws KitError `not_found`, or `conflict` if the test was applied, stopped, failed or invalidated.
   */
  invalidate(experiment: string, input: ExperimentEnd): Promise<void>
}

export function experimentRecorder(record: RecordOnce, workspace: string): ExperimentRecorder {
  async function count(
    name: 'view' | 'convert',
    { test, ...shown }: ExperimentView,
    reached: ExperimentFact['reached'],
    options: RecordOptions | undefined,
  ): Promise<ExperimentCount> {
    if (test) return { counted: false }
    const fact = { ...shown, reached }
    const result = await record(`experiments.${name}`, options, fact, async (services, at) => {
      const change = await countFact(services, workspace, fact, at)
      return { ...change, experiment: change.reply === 'counted' ? fact.experiment : null }
    })
    return { counted: result === 'counted' }
  }

  const end = (move: 'fail' | 'invalidate') => async (experiment: string, input: ExperimentEnd) => {
    const { reason } = check(ExperimentEnd, input)
    await record(`experiments.${move}`, undefined, reason, async (services, at) => {
      const row = found(
        await experiments.get(services.store, workspace, experiment),
        'opening test',
      )
      const step = transitionFrom(row.columns.status, move)
      if (!step) throw new KitError('conflict', 'This opening test has ended already.')
      // A winner that was found earlier no longer counts.
      const changes = { reason, winner: null }
      const { ops } = await moveExperiment(services, row, step, at, changes)
      return { ops, reply: experiment }
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
