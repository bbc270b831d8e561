import * as z from 'zod'
import { ApiKeyId, RequestId } from '../ids.ts'
import { defineOperations, listOf } from '../operation.ts'
import { Timestamp } from '../timestamp.ts'

/** One of the latest requests with API keys, without its body, its query or personal data. */
export const LoggedRequest = z.object({
  id: RequestId,
  object: z.literal('request'),
  api_key: ApiKeyId,
  method: z.string(),
  path: z.string().nullable().meta({
    description:
      'The path of the operation; null if no operation matched the request, or it was refused earlier.',
  }),
  status: z.int(),
  duration_ms: z.number(),
  created_at: Timestamp,
})
export type LoggedRequest = z.infer<typeof LoggedRequest>

/** The log of requests with API keys. */
export const requests = defineOperations({
  /** List the latest requests with API keys, newest first. */
  list: {
    summary: 'List the latest requests with API keys, newest first.',
    method: 'GET',
    path: '/requests',
    scope: 'none',
    roles: ['owner', 'viewer'],
    cost: 'standard',
    reply: listOf(LoggedRequest),
  },
})
