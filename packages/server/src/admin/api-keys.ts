import { randomBytes } from 'node:crypto'
import { type AccessPreset, isScope, limits, presetScopes, type Scope } from '@doorkit/models'
import type { Condition, WriteOp } from '@doorkit/store'
import * as z from 'zod'
import { type ApiKeyData, apiKeys, type StoredKey } from '../collections/api-key.ts'
import { equals } from '../collections/collection.ts'
import { workspaces } from '../collections/workspace.ts'
import { check } from '../errors/check-input.ts'
import { KitError } from '../errors/kit-error.ts'
import { findWorkspace } from '../kit/find-workspace.ts'
import { digestSecret } from '../kit/secrets/digest-secret.ts'
import type { StoreServices } from '../kit/services.ts'
import { type PageOptions, readPage } from './page-options.ts'

/** A key to create. Its scopes never change afterwards. */
export type ApiKeyCreate = {
  /** The id of the workspace that the key opens. */
  readonly workspace: string
  /** Its name for people: 1 to 200 characters. */
  readonly name: string
} & (
  | { readonly scopes: readonly Scope[]; readonly access?: undefined }
  | { readonly access: AccessPreset; readonly scopes?: undefined }
)

/** A key that was just created: the only time its secret is seen. */
export interface CreatedKey {
  /** Names the key where it is listed or revoked. */
  readonly id: string
  /** The secret that callers send: only its digest is kept. */
  readonly secret: string
}

/** An access token that was just created: the only time its secret is seen. */
export interface CreatedToken extends CreatedKey {
  /** Milliseconds since the epoch: an hour from now. */
  readonly expiresAt: number
}

/** A key, without its secret. */
export interface ApiKeyInfo extends ApiKeyData {
  /** Names the key where it is revoked. */
  readonly id: string
  /** Whether it still opens the API. */
  readonly status: 'active' | 'revoked' | 'expired'
  /** Milliseconds since the epoch. */
  readonly createdAt: number
  /** Milliseconds since the epoch; null while it is not revoked. */
  readonly revokedAt: number | null
  /** Milliseconds since the epoch; null for a key that does not expire. */
  readonly expiresAt: number | null
  /** To the minute; null when it was never used. */
  readonly lastUsedAt: number | null
}

/** Creates and revokes API keys, in code: the HTTP API cannot (docs/api.md#authentication). */
export interface ApiKeys {
  /**
   * @throws KitError `invalid_input` for unknown scopes or none, `not_found` for an unknown
   * workspace, `limit_reached` for the 26th active key.
   */
  create(input: ApiKeyCreate): Promise<CreatedKey>
  /**
   * Issues the token of a connected app (`dko_`), valid for an hour. It does not count as one of
   * the active keys.
   *
   * @throws KitError `invalid_input` for unknown scopes or none, `not_found`.
   */
  createAccessToken(input: ApiKeyCreate): Promise<CreatedToken>
  /**
   * The secret keys of a workspace, newest first, revoked ones included.
   *
   * @throws KitError `invalid_input` for an unusable page.
   */
  list(options: ApiKeyListOptions): Promise<ApiKeyInfo[]>
  /**
   * The tokens of connected apps, newest first. The worker forgets them once they have expired.
   *
   * @throws KitError `invalid_input` for an unusable page.
   */
  listAccessTokens(options: ApiKeyListOptions): Promise<ApiKeyInfo[]>
  /**
   * Ends a key or a token at once, and for good.
   *
   * @param options.workspace - whose key it has to be. Default: any.
   * @throws KitError `not_found` when there is no such key.
   */
  revoke(options: { readonly workspace?: string | undefined; readonly id: string }): Promise<void>
}

/** Which keys to list. */
export interface ApiKeyListOptions extends PageOptions {
  /** The id of the workspace that the keys open. */
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

/** Makes {@link ApiKeys}. */
export function manageKeys(ready: () => Promise<StoreServices>): ApiKeys {
  return {
    async create(input) {
      const given = check(KeyInput, input)
      const services = await ready()
      const workspace = await findWorkspace(services.store, given.workspace)
      const made = makeKey(services, given, `dk_${workspace.data.mode}_`, 'secret_key', null)
      const result = await services.store.commit([
        workspaces.patch(
          workspace.id,
          { add: { active_keys: 1 } },
          { when: [{ key: 'active_keys', op: 'lt', value: limits.activeKeys }] },
        ),
        made.op,
      ])
      if (!result.ok) {
        throw new KitError(
          'limit_reached',
          `A workspace has at most ${limits.activeKeys} active keys. Revoke one first.`,
        )
      }
      return { id: made.id, secret: made.secret }
    },
    async createAccessToken(input) {
      const given = check(KeyInput, input)
      const services = await ready()
      await findWorkspace(services.store, given.workspace)
      const expiresAt = services.clock.now() + limits.accessTokenSeconds * 1_000
      const made = makeKey(services, given, 'dko_', 'access_token', expiresAt)
      await services.store.commit([made.op])
      return { id: made.id, secret: made.secret, expiresAt }
    },
    list: (options) => listKeys(options, { key: 'expires_at', op: 'isNull', value: true }),
    listAccessTokens: (options) =>
      listKeys(options, { key: 'expires_at', op: 'isNull', value: false }),
    async revoke({ workspace, id }) {
      const { store, clock } = await ready()
      for (;;) {
        const row = await apiKeys.get(store, id)
        if (!row || (workspace !== undefined && row.keys.workspace !== workspace)) {
          const where = workspace === undefined ? 'store' : 'workspace'
          throw new KitError('not_found', `The ${where} has no key ${id}.`)
        }
        if (row.keys.revoked_at !== null) return
        const result = await store.commit([
          apiKeys.patch(id, { set: { revoked_at: clock.now() } }, { ifRev: row.rev }),
          ...(row.data.kind === 'secret_key'
            ? [workspaces.patch(row.keys.workspace, { add: { active_keys: -1 } })]
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
    const rows = await apiKeys.list(store, {
      ...(await readPage(store, apiKeys, 'keys_created', page)),
      where: [equals('workspace', workspace), kind],
      dir: 'desc',
    })
    return rows.map((row) => toInfo(row, clock.now()))
  }
}

function makeKey(
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

function toInfo({ id, keys: row, data }: StoredKey, now: number): ApiKeyInfo {
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
