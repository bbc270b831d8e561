import * as z from 'zod'
import { defineOperations, json } from '../operation.ts'
import { Timestamp } from '../timestamp.ts'

/** The metrics that are shown over time. */
export const headlineMetrics = [
  'visitors',
  'conversations',
  'leads',
  'meetings',
  'conversion_rate',
] as const

/** The stages from a visit to a meeting, in order. */
export const funnelStages = [
  'visitors',
  'opening_seen',
  'chat_opened',
  'conversation',
  'lead',
  'meeting',
] as const

const Range = z.enum(['7d', '14d', '30d', '90d'])
const Device = z.enum(['desktop', 'mobile'])
const Day = z.iso.date().meta({ description: "A day in the workspace's time zone." })
const count = z.int().min(0)
const LabelCount = z.object({ label: z.string(), count })

const pageCounts = {
  label: z.string(),
  visitors: count,
  openings_seen: count,
  chats_opened: count,
  conversations: count,
  leads: count,
  meetings: count,
}

/** The results of the chat over a range of days (docs/api.md#analytics). */
export const Analytics = z
  .object({
    object: z.literal('analytics'),
    range: Range,
    filters: z.object({
      page: z.string().nullable(),
      source: z.string().nullable(),
      device: Device.nullable(),
    }),
    window: z
      .object({ from: Timestamp, to: Timestamp, previous_from: Timestamp })
      .meta({ description: 'The counted range, and the start of the previous range.' }),
    headline: z.array(
      z.object({
        metric: z.enum(headlineMetrics),
        value: z.number(),
        previous: z.number().meta({ description: 'The value in the previous range.' }),
        series: z.array(z.object({ day: Day, value: z.number() })),
      }),
    ),
    funnel: z.array(
      z.object({
        stage: z.enum(funnelStages),
        label: z.string(),
        visitors: count.meta({
          description:
            'How many times this stage was reached: at most once per visit. A person may count several times.',
        }),
        rate_from_previous: z
          .number()
          .nullable()
          .meta({ description: 'Null for the first stage.' }),
      }),
    ),
    biggest_drop: z
      .object({
        from: z.enum(funnelStages),
        to: z.enum(funnelStages),
        lost: count.meta({
          description: 'The count of the stage `from`, minus the count of the stage `to`.',
        }),
        rate: z.number(),
      })
      .nullable()
      .meta({ description: 'Null if no stage has a lower count than the stage before it.' }),
    by_day: z.array(z.object({ day: Day, visitors: count, leads: count, meetings: count })),
    pages: z.array(z.object(pageCounts)),
    sources: z.array(
      z.object({
        ...pageCounts,
        ai_assistant: z
          .boolean()
          .meta({ description: 'Whether an AI assistant sent at least one of the visitors.' }),
      }),
    ),
    devices: z.array(LabelCount),
    returning: z
      .array(LabelCount)
      .meta({ description: 'Visits of new visitors, and visits of visitors who came back.' }),
    intents: z.array(LabelCount),
    buying_stages: z.array(LabelCount),
    failures: z
      .array(LabelCount)
      .meta({ description: 'The reasons why conversations failed, as the grader found them.' }),
    conversation_quality: z.object({
      graded: count.meta({ description: 'Conversations that were graded.' }),
      understood_rate: z.number().nullable(),
      average_qualification: z.number().nullable(),
      average_meeting_intent: z.number().nullable(),
      needs_review: count.meta({ description: 'Conversations that a person should read.' }),
    }),
  })
  .meta({ id: 'Analytics' })
export type Analytics = z.infer<typeof Analytics>

/** Analytics of the site's visitors. */
export const analytics = defineOperations({
  /** Read the funnel, pages, sources and conversation quality of a range of days. */
  get: {
    summary: 'Read the funnel, pages, sources and conversation quality of a range of days.',
    method: 'GET',
    path: '/analytics',
    scope: 'analytics:read',
    cost: 'standard',
    query: z.strictObject({
      range: Range.optional().meta({ default: '30d' }),
      page: z
        .string()
        .min(1)
        .max(2_048)
        .optional()
        .meta({ description: 'Counts only visits that began on this page.' }),
      source: z
        .string()
        .min(1)
        .max(200)
        .optional()
        .meta({ description: 'Counts only visits from this source.' }),
      device: Device.optional().meta({
        description: 'Counts only visits with this kind of device.',
      }),
    }),
    reply: json(Analytics),
  },
})
