import * as z from 'zod'
import { WorkspaceId } from '../ids.ts'
import { planNames, unlimited } from '../limits.ts'
import { defineOperations, json } from '../operation.ts'
import { Timestamp } from '../timestamp.ts'

const noLimit = `${unlimited} if the server has no such limit.`

/** The workspace of an API key. */
export const Workspace = z
  .object({
    id: WorkspaceId,
    object: z.literal('workspace'),
    name: z.string(),
    website: z.url(),
    plan: z.enum(planNames),
    mode: z.enum(['live', 'test']).meta({ description: '`test` in a test workspace.' }),
    timezone: z.string().meta({
      description:
        'An IANA name, or an offset such as `+02:00`. The days of the analytics follow it.',
    }),
    limits: z.object({
      requests_per_minute: z.int().meta({ description: noLimit }),
      heavy_requests_per_minute: z
        .int()
        .meta({ description: `The separate budget of heavy operations. ${noLimit}` }),
      chat_sessions_per_month: z
        .int()
        .nullable()
        .meta({ description: `Null if the plan has no chat API. ${noLimit}` }),
      webhook_endpoints: z.int(),
      chat_buttons: z.int(),
    }),
    usage: z.object({
      chat_sessions_this_month: z.int().meta({
        description: 'Sessions of the chat API that were opened in this calendar month (UTC).',
      }),
    }),
    created_at: Timestamp,
  })
  .meta({ id: 'Workspace', extension: true })
export type Workspace = z.infer<typeof Workspace>

/** Reading the workspace of an API key. */
export const workspace = defineOperations({
  /** Fetch the workspace that the API key belongs to. */
  get: {
    summary: 'Fetch the workspace that the API key belongs to.',
    method: 'GET',
    path: '/workspace',
    scope: 'none',
    cost: 'standard',
    reply: json(Workspace),
  },
})
