import { randomBytes } from 'node:crypto'
import { type AccessPreset, isScope, limits, presetScopes, type Scope } from '@doorkit/models'
import type { Condition, WriteOp } from '@doorkit/store'
import * as z from 'zod'
import { type ApiKeyData, apiKeys, type StoredApiKey } from '../collections/api-key.ts'
import { equals } from '../collections/collection.ts'
import { workspaces } from '../collections/workspace.ts'
import { check } from '../errors/check-input.ts'
import { KitError } from '../errors/kit-error.ts'
import { digestSecret } from '../secrets/digest-secret.ts'
import { findWorkspace } from '../services/find-workspace.ts'
import type { StoreServices } from '../services/services.ts'
import { type PageOptions, readPage } from './list-page-options.ts'

/** An API key to create. Its scopes never change afterwards. */
export type ApiKeyCreate = {
  /** The id of the workspace that the API key gives access to. */
  readonly workspace: string
  /** A name for people: 1 to 200 characters. */
  readonly name: string
} & (
  | { readonly scopes: readonly Scope[]; readonly access?: undefined }
  | { readonly access: AccessPreset; readonly scopes?: undefined }
)

/** A new API key. Its secret is shown only here. */
export interface CreatedKey {
  /** Identifies the API key in the list and in `revoke`. */
  readonly id: string
  /** The secret that clients send. The store has only its digest. */
  readonly secret: string
}

/** A new access token. Its secret is shown only here. */
export interface CreatedToken extends CreatedKey {
  /** When the token expires, in milliseconds since the epoch: an hour from now. */
  readonly expiresAt: number
}

/** An API key or access token, without its secret. */
export interface ApiKeyInfo extends ApiKeyData {
  /** Identifies the key or token in `revoke`. */
  readonly id: string
  /** Only an active key or token is accepted. */
  readonly status: 'active' | 'revoked' | 'expired'
  /** Milliseconds since the epoch. */
  readonly createdAt: number
  /** Milliseconds since the epoch; null if it is not revoked. */
  readonly revokedAt: number | null
  /** Milliseconds since the epoch; null for an API key, which does not expire. */
  readonly expiresAt: number | null
  /** Milliseconds since the epoch, at most a minute too early; null if it was never used. */
  readonly lastUsedAt: number | null
}

/** Creates and revokes API keys in code. The workspace API cannot do this (docs/api.md#authentication). */
export interface ApiKeys {
  /**
   * Creates an API key.
   *
   * @throws KitError `invalid_input` for unusable input, for example if `scopes` and `access` are both given
   * or both missing; `not_found` for an unknown workspace; `limit_reached` for the 26th active API key.
   */
  create(input: ApiKeyCreate): Promise<CreatedKey>
  /**
   * Creates the access token of a connected app (`dko_`), valid for an hour. It does not count as an
   * active API key.
   *
   * @throws KitError `invalid_input` for unusable input, for example if `scopes` and `access` are both
   * given or both missing; `not_found` for an unknown workspace.
   */
  createAccessToken(input: ApiKeyCreate): Promise<CreatedToken>
  /**
   * Lists the API keys of a workspace, newest first, including revoked ones.
   *
   * @throws KitError `invalid_input` for unusable page options; `not_found` for an unknown workspace.
   */
  list(options: ApiKeyListOptions): Promise<ApiKeyInfo[]>
  /**
   * Lists the access tokens of connected apps, newest first. The worker removes expired ones.
   *
   * @throws KitError `invalid_input` for unusable page options; `not_found` for an unknown workspace.
   */
  listAccessTokens(options: ApiKeyListOptions): Promise<ApiKeyInfo[]>
  /**
   * Revokes an API key or access token. It is refused from the next request on.
   *
   * @param options.workspace - the workspace that it must belong to. Default: any.
   * @throws KitError `not_found` if there is no such API key or token.
   */
  revoke(options: { readonly workspace?: string | undefined; readonly id: string }): Promise<void>
}

/** The API keys or access tokens to list. */
export interface ApiKeyListOptions extends PageOptions {
  /** The id of their workspace. */
  readonly workspace: string
}

const hintLength = 12

const KeyInput = z
  .strictObject({
    workspace: z.string(),
    name: z.string().min(1, 'Give the key a name.').max(200),
    scopes: z
      .array(
        z.custom<Scope>((value) => typeof value === 'string' && isScope(value), {
          error: ({ input }) => `There is no scope ${input}.`,
        }),
      )
      .min(1, 'Give the key at least one scope.')
      .optional(),
    access: z.enum(['read_only', 'full_access']).optional(),
  })
  .refine(({ scopes, access }) => (scopes === undefined) !== (access === undefined), {
    error: 'Give the key either scopes or access.',
    path: ['scopes'],
  })

export function manageKeys(ready: () => Promise<StoreServices>): ApiKeys {
  return {
    async create(input) {
      const checked = check(KeyInput, input)
      const services = await ready()
      const workspace = await findWorkspace(services.store, checked.workspace)
      const prefix = `dk_${workspace.data.mode}_`
      const apiKey = newApiKey(services, checked, prefix, 'secret_key', null)
      const result = await services.store.commit([
        workspaces.patch(
          workspace.id,
          { add: { active_keys: 1 } },
          { when: [{ column: 'active_keys', op: 'lt', value: limits.activeKeys }] },
        ),
        apiKey.op,
      ])
      if (!result.ok) {
        throw new KitError(
          'limit_reached',
          `A workspace has at most ${limits.activeKeys} active API keys. Revoke one first.`,
        )
      }
      return { id: apiKey.id, secret: apiKey.secret }
    },
    async createAccessToken(input) {
      const checked = check(KeyInput, input)
      const services = await ready()
      await findWorkspace(services.store, checked.workspace)
      const expiresAt = services.clock.now() + limits.accessTokenSeconds * 1_000
      const token = newApiKey(services, checked, 'dko_', 'access_token', expiresAt)
      await services.store.commit([token.op])
      return { id: token.id, secret: token.secret, expiresAt }
    },
    list: (options) => listKeys(options, { column: 'expires_at', op: 'isNull', value: true }),
    listAccessTokens: (options) =>
      listKeys(options, { column: 'expires_at', op: 'isNull', value: false }),
    async revoke({ workspace, id }) {
      const { store, clock } = await ready()
      for (;;) {
        const row = await apiKeys.get(store, id)
        if (!row || (workspace !== undefined && row.columns.workspace !== workspace)) {
          const where = workspace === undefined ? 'store' : 'workspace'
          throw new KitError('not_found', `The ${where} has no API key ${id}.`)
        }
        if (row.columns.revoked_at !== null) return
        const result = await store.commit([
          apiKeys.patch(id, { set: { revoked_at: clock.now() } }, { ifRev: row.rev }),
          ...(row.data.kind === 'secret_key'
            ? [workspaces.patch(row.columns.workspace, { add: { active_keys: -1 } })]
            : []),
        ])
        if (result.ok) return
      }
    },
  }

  async function listKeys(
    { workspace, ...page }: ApiKeyListOptions,
    kind: Condition,
  ): Promise<ApiKeyInfo[]> {
    const { store, clock } = await ready()
    await findWorkspace(store, workspace)
    const rows = await apiKeys.list(store, {
      ...(await readPage(store, apiKeys, 'keys_created', page)),
      where: [equals('workspace', workspace), kind],
      dir: 'desc',
    })
    return rows.map((row) => toInfo(row, clock.now()))
  }
}

function newApiKey(
  { clock, makeId }: StoreServices,
  input: z.infer<typeof KeyInput>,
  prefix: string,
  kind: ApiKeyInfo['kind'],
  expires_at: number | null,
): CreatedKey & { readonly op: WriteOp } {
  const scopes = input.access ? presetScopes(input.access) : [...new Set(input.scopes)]
  const id = makeId('apiKey')
  const secret = `${prefix}${randomBytes(24).toString('base64url')}`
  const op = apiKeys.insert(
    id,
    {
      workspace: input.workspace,
      digest: digestSecret(secret),
      created_at: clock.now(),
      revoked_at: null,
      expires_at,
      last_used_at: null,
    },
    { name: input.name, kind, scopes, hint: secret.slice(0, hintLength) },
  )
  return { id, secret, op }
}

export function toInfo({ id, columns: row, data }: StoredApiKey, now: number): ApiKeyInfo {
  const expired = row.expires_at !== null && row.expires_at <= now
  return {
    id,
    ...data,
    status: row.revoked_at !== null ? 'revoked' : expired ? 'expired' : 'active',
    createdAt: row.created_at,
    revokedAt: row.revoked_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
  }
}
