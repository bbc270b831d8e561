import * as z from 'zod'
import { WorkspaceId } from '../ids.ts'
import { defineOperations, json } from '../operation.ts'
import { roles } from '../roles.ts'
import { scopes } from '../scopes.ts'
import { Timestamp } from '../timestamp.ts'

/** A person of the host's team. */
export const TeamPerson = z.object({ id: z.string(), name: z.string() })
export type TeamPerson = z.infer<typeof TeamPerson>

/** The person who is signed in to the console, and what they may do. */
export const ConsoleSession = z.object({
  object: z.literal('console_session'),
  workspace: z.object({
    id: WorkspaceId,
    name: z.string(),
    website: z.string(),
    mode: z.enum(['live', 'test']),
    timezone: z.string(),
  }),
  person: TeamPerson,
  role: z.enum(roles),
  scopes: z.array(z.enum(scopes)),
  expires_at: Timestamp.nullable().meta({
    description:
      'When the session ends, if a sign-in link opened it; null if the host signed the person in.',
  }),
})
export type ConsoleSession = z.infer<typeof ConsoleSession>

/** The signed-in person. */
export const session = defineOperations({
  /** Fetch the person who is signed in, and what they may do. */
  get: {
    summary: 'Fetch the person who is signed in, and what they may do.',
    method: 'GET',
    path: '/session',
    scope: 'none',
    roles,
    cost: 'standard',
    reply: json(ConsoleSession),
  },
})
