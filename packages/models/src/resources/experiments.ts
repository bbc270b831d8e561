import * as z from 'zod'
import { ExperimentId, VariantId } from '../ids.ts'
import { PageQuery } from '../list.ts'
import { created, defineOperations, json, listOf } from '../operation.ts'
import { Timestamp } from '../timestamp.ts'

/** The results of a variant, with their uncertainty. */
export const VariantResults = z
  .object({
    views: z.int().min(0).meta({ description: 'How many visitors saw the variant.' }),
    stages: z
      .record(z.string(), z.int())
      .meta({ description: 'How many visitors reached each of `chats`, `leads` and `meetings`.' }),
    rate: z.number().meta({ description: 'The mean of the posterior of the rate.' }),
    rate_low: z.number().meta({ description: 'The lower end of the 95 % interval of the rate.' }),
    rate_high: z.number().meta({ description: 'The upper end of the 95 % interval of the rate.' }),
    chance_beats_current: z.number().nullable().meta({
      description: 'The probability that the variant beats the control. Null for the control.',
    }),
    lift: z.number().meta({
      description:
        "The difference from the control's rate, as a fraction of that rate: 0.25 is a quarter more.",
    }),
    computed_at: Timestamp.meta({
      description:
        'When something was last counted for the variant; before the first count, when the variant was created.',
    }),
  })
  .meta({ id: 'VariantResults' })
export type VariantResults = z.infer<typeof VariantResults>

/** A variant of an opening test: one opening. */
export const Variant = z
  .object({
    id: VariantId,
    object: z.literal('variant'),
    name: z.string(),
    control: z
      .boolean()
      .meta({ description: 'Whether this is the opening that the others are compared with.' }),
    headline: z.string(),
    buttons: z.array(
      z.object({
        label: z.string(),
        message: z.string(),
        locked: z.boolean().meta({
          description: 'Whether the button can no longer change, because the test has started.',
        }),
      }),
    ),
    angle: z.string().nullable().meta({ description: 'The idea behind the variant.' }),
    created_at: Timestamp,
    results: VariantResults,
  })
  .meta({ id: 'Variant' })
export type Variant = z.infer<typeof Variant>

/** An opening test (docs/api.md#opening-test). */
export const Experiment = z
  .object({
    id: ExperimentId,
    object: z.literal('experiment'),
    name: z.string(),
    status: z.enum([
      'draft',
      'ready',
      'running',
      'winner_found',
      'applied',
      'stopped',
      'paused',
      'failed',
      'invalidated',
    ]),
    internal_status: z
      .string()
      .meta({ description: 'Details of the status, such as why the test ended.' }),
    pages: z
      .array(z.string())
      .meta({ description: 'The paths of the pages that the test runs on.' }),
    metric: z
      .enum(['chats', 'leads', 'meetings'])
      .meta({ description: 'The stage that counts as a conversion.' }),
    hypothesis: z.string().nullable().meta({ description: 'The assumption that the test checks.' }),
    winner: VariantId.nullable().meta({
      description: 'The variant that won or was promoted; null if there is none.',
    }),
    verdict: z.enum(['better', 'worse', 'no_difference', 'inconclusive']).nullable().meta({
      description:
        'The verdict on the winner or the leading variant; null until the test ends, and for a test that never started.',
    }),
    created_at: Timestamp,
    started_at: Timestamp.nullable().meta({ description: 'When the test first began to run.' }),
    ended_at: Timestamp.nullable().meta({
      description: 'When the test stopped counting for good.',
    }),
    applied_at: Timestamp.nullable().meta({
      description: 'When a variant became the opening of the pages.',
    }),
    variants: z.array(Variant).meta({ description: 'The control first.' }),
    result: z
      .unknown()
      .meta({ description: 'The comparison behind the verdict; null without a comparison.' }),
  })
  .meta({ id: 'Experiment' })
export type Experiment = z.infer<typeof Experiment>

const headline = z.string().min(1).max(200).meta({ description: 'The headline of the opening.' })
const variantButtons = z
  .array(z.strictObject({ label: z.string().min(1).max(60), message: z.string().min(1).max(500) }))
  .max(4)
  .optional()
const hypothesis = z.string().max(1_000).optional()

/**
 * An opening test to create. Its headline and buttons describe the control: send the current opening of
 * the pages.
 */
export const ExperimentCreate = z
  .strictObject({
    name: z.string().min(1).max(120),
    pages: z
      .array(
        z
          .string()
          .max(2_048)
          .regex(/^\/\S*$/, 'Use a path that begins with `/` and has no spaces.'),
      )
      .min(1)
      .max(50)
      .refine((pages) => new Set(pages).size === pages.length, 'Name each page once.')
      .meta({ description: 'The paths of the pages that the test runs on.', uniqueItems: true }),
    metric: z.enum(['chats', 'leads', 'meetings']).optional().meta({ default: 'chats' }),
    hypothesis,
    headline,
    buttons: variantButtons,
  })
  .meta({ id: 'ExperimentCreate', extension: true })
export type ExperimentCreate = z.infer<typeof ExperimentCreate>

/** A variant to try against the control. */
export const VariantPropose = z
  .strictObject({
    headline,
    buttons: variantButtons,
    name: z.string().min(1).max(120).optional(),
    hypothesis,
  })
  .meta({ id: 'VariantPropose' })
export type VariantPropose = z.infer<typeof VariantPropose>

/** The variant that is to become the opening of the test's pages. */
export const VariantPromote = z
  .strictObject({ variant: VariantId })
  .meta({ id: 'VariantPromote', extension: true })
export type VariantPromote = z.infer<typeof VariantPromote>

const params = { id: ExperimentId }

/** Opening tests: variants of what visitors see before they chat. */
export const experiments = defineOperations({
  /** List opening tests, newest first. */
  list: {
    summary: 'List opening tests, newest first.',
    method: 'GET',
    path: '/experiments',
    scope: 'experiments:read',
    cost: 'standard',
    query: PageQuery,
    reply: listOf(Experiment),
    extension: true,
  },
  /** Create an opening test with its control, as a draft. */
  create: {
    summary: 'Create an opening test with its control, as a draft.',
    method: 'POST',
    path: '/experiments',
    scope: 'experiments:write',
    cost: 'standard',
    body: ExperimentCreate,
    reply: created(Experiment),
    extension: true,
  },
  /** Fetch one opening test with its variants and results. */
  get: {
    summary: 'Fetch one opening test with its variants and results.',
    method: 'GET',
    path: '/experiments/{id}',
    params,
    scope: 'experiments:read',
    cost: 'standard',
    reply: json(Experiment),
  },
  /** Start a test: show its variants to visitors. */
  start: {
    summary: 'Start a test: show its variants to visitors.',
    method: 'POST',
    path: '/experiments/{id}/start',
    params,
    scope: 'experiments:write',
    cost: 'standard',
    reply: json(Experiment),
    errors: ['unprocessable'],
    extension: true,
  },
  /** Pause a running test. */
  pause: {
    summary: 'Pause a running test.',
    method: 'POST',
    path: '/experiments/{id}/pause',
    params,
    scope: 'experiments:write',
    cost: 'standard',
    reply: json(Experiment),
    errors: ['unprocessable'],
    extension: true,
  },
  /** Resume a paused test. */
  resume: {
    summary: 'Resume a paused test.',
    method: 'POST',
    path: '/experiments/{id}/resume',
    params,
    scope: 'experiments:write',
    cost: 'standard',
    reply: json(Experiment),
    errors: ['unprocessable'],
    extension: true,
  },
  /** End a test for good. */
  stop: {
    summary: 'End a test for good.',
    method: 'POST',
    path: '/experiments/{id}/stop',
    params,
    scope: 'experiments:write',
    cost: 'standard',
    reply: json(Experiment),
    errors: ['unprocessable'],
  },
  /** Propose a variant to try against the control. */
  proposeVariant: {
    summary: 'Propose a variant to try against the control.',
    method: 'POST',
    path: '/experiments/{id}/variants',
    params,
    scope: 'experiments:write',
    cost: 'standard',
    body: VariantPropose,
    reply: json(Experiment),
    errors: ['unprocessable'],
  },
  /** Make a variant the opening of the test's pages, if there is enough evidence for it. */
  promote: {
    summary: "Make a variant the opening of the test's pages, if there is enough evidence for it.",
    method: 'POST',
    path: '/experiments/{id}/promote',
    params,
    scope: 'experiments:write',
    cost: 'standard',
    body: VariantPromote,
    reply: json(Experiment),
    errors: ['unprocessable'],
    extension: true,
  },
  /** Make the winner the opening of the test's pages. */
  applyWinner: {
    summary: "Make the winner the opening of the test's pages.",
    method: 'POST',
    path: '/experiments/{id}/apply_winner',
    params,
    scope: 'experiments:write',
    cost: 'standard',
    reply: json(Experiment),
    errors: ['unprocessable'],
    extension: true,
  },
})
