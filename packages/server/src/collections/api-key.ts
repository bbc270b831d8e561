import type { Scope } from '@doorkit/models'
import { directory } from './collection.ts'
import { orNull, plain, type StoredRow, until } from './declare-collection.ts'

export interface ApiKeyData {
  /** The name by which people recognize the key. */
  readonly name: string
  /** An API key of the workspace, or the token of a connected app. */
  readonly kind: 'secret_key' | 'access_token'
  readonly scopes: readonly Scope[]
  /** The first characters of the secret, for people to recognize it. */
  readonly hint: string
}

const apiKeyColumns = {
  workspace: 'text',
  /** SHA-256 of the secret, in hex: the secret itself is never stored. */
  digest: 'text',
  created_at: 'integer',
  revoked_at: orNull('integer'),
  expires_at: orNull('integer'),
  last_used_at: orNull('integer'),
} as const

/** API keys and access tokens. */
export const apiKeys = directory<typeof apiKeyColumns, ApiKeyData>({
  name: 'keys',
  columns: apiKeyColumns,
  indexes: [
    { name: 'keys_digest', on: ['digest'], unique: true },
    { name: 'keys_created', on: ['workspace', 'created_at'] },
    { name: 'keys_expires', on: ['expires_at'] },
  ],
  // Only access tokens expire. API keys stay listed.
  retention: until('expires_at'),
  fields: { ...plain('name', 'kind', 'scopes', 'hint'), digest: 'sealed' },
})

export type StoredApiKey = StoredRow<typeof apiKeyColumns, ApiKeyData>
