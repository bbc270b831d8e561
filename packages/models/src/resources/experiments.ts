import * as z from 'zod'
import { ExperimentId, VariantId } from '../ids.ts'
import { Timestamp } from '../timestamp.ts'

/** How a variant does, with its uncertainty. */
export const VariantResults = z
  .object({
    views: z.int().min(0),
    stages: z.record(z.string(), z.int()),
    rate: z.number(),
    rate_low: z.number(),
    rate_high: z.number(),
    chance_beats_current: z.number().nullable().meta({ description: 'Null for the control.' }),
    lift: z.number(),
    computed_at: Timestamp,
  })
  .meta({ id: 'VariantResults' })
export type VariantResults = z.infer<typeof VariantResults>

/** One opening of a test. */
export const Variant = z
  .object({
    id: VariantId,
    object: z.literal('variant'),
    name: z.string(),
    control: z.boolean(),
    headline: z.string(),
    buttons: z.array(z.object({ label: z.string(), message: z.string(), locked: z.boolean() })),
    angle: z.string().nullable(),
    created_at: Timestamp,
    results: VariantResults,
  })
  .meta({ id: 'Variant' })
export type Variant = z.infer<typeof Variant>

/** A test of openings (spec: Opening test). */
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
    internal_status: z.string(),
    pages: z.array(z.string()),
    metric: z.enum(['chats', 'leads', 'meetings']),
    hypothesis: z.string().nullable(),
    winner: VariantId.nullable(),
    verdict: z.enum(['better', 'worse', 'no_difference', 'inconclusive']).nullable(),
    created_at: Timestamp,
    started_at: Timestamp.nullable(),
    ended_at: Timestamp.nullable(),
    applied_at: Timestamp.nullable(),
    variants: z.array(Variant),
    result: z.unknown(),
  })
  .meta({ id: 'Experiment' })
export type Experiment = z.infer<typeof Experiment>
