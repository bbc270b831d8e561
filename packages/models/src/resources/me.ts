import * as z from 'zod'
import { ApiKeyId, WorkspaceId } from '../ids.ts'
import { defineOperations, json } from '../operation.ts'
import { scopes } from '../scopes.ts'

/** The identity of an API key: the answer of GET /me (docs/api.md#key-identity). */
export const ApiKeyIdentity = z
  .object({
    object: z.literal('api_key_identity'),
    key: ApiKeyId.meta({ description: 'The id of the API key; never the secret.' }),
    name: z.string(),
    kind: z.enum(['secret_key', 'access_token']).meta({
      description: '`secret_key`, or `access_token` for the short-lived token of a connected app.',
    }),
    mode: z.enum(['live', 'test']).meta({ description: '`test` in a test workspace.' }),
    scopes: z
      .array(z.enum(scopes))
      .meta({ description: 'The scopes of the API key; a write scope includes its read scope.' }),
    workspace: WorkspaceId,
  })
  .meta({ id: 'ApiKeyIdentity' })
export type ApiKeyIdentity = z.infer<typeof ApiKeyIdentity>

/** The identity of the API key of the request. */
export const me = defineOperations({
  /** Fetch the API key of the request, with its scopes. */
  get: {
    summary: 'Fetch the API key of the request, with its scopes.',
    method: 'GET',
    path: '/me',
    scope: 'none',
    cost: 'standard',
    reply: json(ApiKeyIdentity),
  },
})
