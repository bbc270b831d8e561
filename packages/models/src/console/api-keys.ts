import * as z from 'zod'
import { ApiKeyId } from '../ids.ts'
import { PageQuery } from '../list.ts'
import { created, defineOperations, json, listOf } from '../operation.ts'
import { scopes } from '../scopes.ts'
import { Timestamp } from '../timestamp.ts'

const scope = z.enum(scopes)

/** An API key. Only the answer of `create` contains its secret. */
export const ApiKey = z.object({
  id: ApiKeyId,
  object: z.literal('api_key'),
  name: z.string(),
  scopes: z.array(scope),
  hint: z.string().meta({ description: 'The first characters of the secret.' }),
  status: z.enum(['active', 'revoked', 'expired']),
  created_at: Timestamp,
  revoked_at: Timestamp.nullable(),
  last_used_at: Timestamp.nullable().meta({
    description: 'Updated at most once a minute; null if the API key was never used.',
  }),
  secret: z.string().optional().meta({ description: 'Only in the answer of `create`.' }),
})
export type ApiKey = z.infer<typeof ApiKey>

/** An API key to create. */
export const ApiKeyCreate = z.strictObject({
  name: z.string().min(1).max(200),
  scopes: z.array(scope).min(1).max(scopes.length),
})
export type ApiKeyCreate = z.infer<typeof ApiKeyCreate>

const owners = ['owner'] as const

/** The API keys of the workspace. */
export const apiKeys = defineOperations({
  /** List the API keys, newest first. */
  list: {
    summary: 'List the API keys, newest first.',
    method: 'GET',
    path: '/api_keys',
    scope: 'none',
    roles: owners,
    cost: 'standard',
    query: PageQuery,
    reply: listOf(ApiKey),
  },
  /** Create an API key. Only this answer contains its secret. */
  create: {
    summary: 'Create an API key. Only this answer contains its secret.',
    method: 'POST',
    path: '/api_keys',
    scope: 'none',
    roles: owners,
    cost: 'standard',
    body: ApiKeyCreate,
    reply: created(ApiKey),
    errors: ['conflict'],
  },
  /** Revoke an API key, so that its next request is refused. */
  revoke: {
    summary: 'Revoke an API key, so that its next request is refused.',
    method: 'POST',
    path: '/api_keys/{id}/revoke',
    params: { id: ApiKeyId },
    scope: 'none',
    roles: owners,
    cost: 'standard',
    reply: json(
      z.object({ id: ApiKeyId, object: z.literal('api_key'), status: z.literal('revoked') }),
    ),
  },
})
