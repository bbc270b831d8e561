import * as z from 'zod'
import { defineOperations, json } from '../operation.ts'
import { Timestamp } from '../timestamp.ts'

/** Whether the store answers and the worker keeps up. */
export const Health = z.object({
  object: z.literal('health'),
  store: z.object({
    latency_ms: z
      .number()
      .meta({ description: 'How long a read and a write of the store took, in milliseconds.' }),
  }),
  work: z.array(
    z.object({
      name: z.string().meta({ description: 'A kind of background work.' }),
      waiting_since: Timestamp.nullable().meta({
        description: 'When the oldest due work became due; null if none is due.',
      }),
    }),
  ),
  checked_at: Timestamp,
})
export type Health = z.infer<typeof Health>

/** The health of the worker and the store, for all workspaces of the server. */
export const health = defineOperations({
  /** Check whether the store answers and the worker keeps up. */
  get: {
    summary: 'Check whether the store answers and the worker keeps up.',
    method: 'GET',
    path: '/health',
    scope: 'none',
    roles: ['owner'],
    cost: 'heavy',
    reply: json(Health),
  },
})
