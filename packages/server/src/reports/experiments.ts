import * as z from 'zod'
import { experiments } from '../collections/experiment.ts'
import { experimentStages } from '../collections/experiment-arm.ts'
import { check, missing } from '../errors/check-input.ts'
import { KitError } from '../errors/kit-error.ts'
import { countFact, type ExperimentFact } from '../experiments/count-fact.ts'
import { moveExperiment } from '../experiments/move-experiment.ts'
import { transitionFrom } from '../experiments/transitions.ts'
import { commitChange } from '../kit/commit-change.ts'
import type { Services } from '../kit/services.ts'
import { type RecordOptions, recordOnce } from './record-once.ts'
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
  ready: () => Promise<Services>,
  workspace: string,
): ExperimentRecorder {
  async function count(
    name: 'view' | 'convert',
    fact: ExperimentFact,
    options: RecordOptions,
  ): Promise<ExperimentCount> {
    const services = await ready()
    const recording = { ...options, workspace, name: `experiments.${name}`, input: fact }
    const result = await recordOnce(services, recording, async (at) => {
      const change = await countFact(services, workspace, fact, at)
      return { ...change, experiment: change.reply === 'counted' ? fact.experiment : null }
    })
    return { counted: result === 'counted' }
  }

  async function end(
    experiment: string,
    move: 'fail' | 'invalidate',
    { reason }: ExperimentEnd,
  ): Promise<void> {
    const services = await ready()
    await commitChange(services, workspace, async (at) => {
      const row = await experiments.get(services.store, workspace, experiment)
      if (!row) throw missing('experiment')
      const step = transitionFrom(row.keys.status, move)
      if (!step) throw new KitError('conflict', 'This experiment has ended already.')
      // Its earlier findings are worth nothing either.
      const changes = { reason, winner: null }
      const { ops } = await moveExperiment(services, row, step, at, changes)
      return { ops, reply: undefined }
    })
  }

  return {
    async view(input, options = {}) {
      const { test, ...shown } = check(ExperimentView, input)
      if (test) return { counted: false }
      return count('view', { ...shown, did: null }, options)
    },
    async convert(input, options = {}) {
      const { test, stage = 'metric', ...shown } = check(ExperimentConversion, input)
      if (test) return { counted: false }
      return count('convert', { ...shown, did: stage }, options)
    },
    fail: async (experiment, input) => end(experiment, 'fail', check(ExperimentEnd, input)),
    invalidate: async (experiment, input) =>
      end(experiment, 'invalidate', check(ExperimentEnd, input)),
  }
}
