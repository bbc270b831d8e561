import * as z from 'zod'
import { Email } from '../email.ts'
import { defineOperations, json } from '../operation.ts'
import { Timestamp } from '../timestamp.ts'
import { webAddress } from '../web-address.ts'
import { WeeklyHours, WeeklyHoursInput } from '../weekly-hours.ts'

const Tone = z.enum(['friendly', 'neutral', 'formal'])

/** How the agent behaves. */
export const AgentSettings = z
  .object({
    object: z.literal('agent'),
    live: z.boolean().meta({ description: 'Whether the chat is switched on.' }),
    name: z.string().meta({ description: 'The name by which the agent introduces itself.' }),
    instructions: z.string().meta({ description: "The agent's task, in words." }),
    tone: Tone,
    language: z.string().meta({ description: 'A BCP 47 tag, or `auto`.' }),
    handoff: z
      .object({
        enabled: z.boolean(),
        email: z.string().nullable(),
        hours: WeeklyHours.optional().meta({
          description:
            'When people answer. If missing, the hours of the host apply; if the host has none, people answer at any time.',
        }),
      })
      .meta({
        description:
          'Whether visitors can ask for a person, which address is notified, and when people answer.',
      }),
    booking: z
      .object({ enabled: z.boolean(), url: z.string().nullable() })
      .meta({ description: 'Whether visitors can book a meeting, and where.' }),
    updated_at: Timestamp,
  })
  .meta({ id: 'AgentSettings', extension: true })
export type AgentSettings = z.infer<typeof AgentSettings>

/** The settings of the agent that can be changed. Omitted fields do not change. */
export const AgentUpdate = z
  .strictObject({
    live: z.boolean().optional().meta({ description: 'Switches the chat on or off.' }),
    name: z.string().min(1).max(80).optional().meta({ extension: true }),
    instructions: z.string().max(8_000).optional().meta({ extension: true }),
    tone: Tone.optional().meta({ extension: true }),
    language: z
      .string()
      .max(35)
      .regex(
        /^(?:auto|[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8})*)$/,
        'Use a language tag such as `en-GB`, or `auto`.',
      )
      .optional()
      .meta({ description: 'A BCP 47 tag, or `auto`.', extension: true }),
    handoff: z
      .strictObject({
        enabled: z.boolean().optional(),
        email: Email.nullable().optional(),
        hours: WeeklyHoursInput.nullable()
          .optional()
          .meta({ description: 'Null removes the hours.' }),
      })
      .optional()
      .meta({ extension: true }),
    booking: z
      .strictObject({
        enabled: z.boolean().optional(),
        url: webAddress({ protocol: /^https?$/ })
          .nullable()
          .optional(),
      })
      .optional()
      .meta({ extension: true }),
  })
  .meta({ id: 'AgentUpdate' })
export type AgentUpdate = z.infer<typeof AgentUpdate>

/** How the agent behaves, and whether the chat is on. */
export const agent = defineOperations({
  /** Fetch the agent's settings. */
  get: {
    summary: "Fetch the agent's settings.",
    method: 'GET',
    path: '/agent',
    scope: 'agent:read',
    cost: 'standard',
    reply: json(AgentSettings),
    extension: true,
  },
  /** Change the agent's settings, or switch the chat on or off. */
  update: {
    summary: "Change the agent's settings, or switch the chat on or off.",
    method: 'PATCH',
    path: '/agent',
    scope: 'agent:write',
    cost: 'standard',
    body: AgentUpdate,
    reply: json(AgentSettings),
    errors: ['conflict'],
  },
})
