import { apiKeys, type StoredApiKey } from '../../collections/api-key.ts'
import { equals, getTogether } from '../../collections/collection.ts'
import { workspaces } from '../../collections/workspace.ts'
import { Failure } from '../../errors/failure.ts'
import type { ApiKeyPrincipal, RequestPrincipal } from '../../requests/principal.ts'
import { digestSecret } from '../../secrets/digest-secret.ts'
import type { Services } from '../../services/services.ts'
import type { Authenticate } from './audience.ts'

/** Authenticates a customer's server by an API key or the access token of a connected app. */
export const authenticateApiKey: Authenticate<string> = {
  read: (_services, request) => readApiKeyDigest(request.header('authorization')),
  known: ({ knownKeys }, digest) => knownKeys.get(digest)?.requestPrincipal ?? null,
  find: authenticate,
}

const challenge = { 'WWW-Authenticate': 'Bearer' }

/**
 * The digest of the API key in an `Authorization` header.
 *
 * @throws Failure `authentication_required` (docs/api.md#api-keys).
 */
export function readApiKeyDigest(authorization: string | null): string {
  const secret = /^bearer +([^\s,]+)$/i.exec(authorization ?? '')?.[1]
  if (secret) return digestSecret(secret)
  const detail = 'Send the API key as `Authorization: Bearer <API_KEY>`.'
  throw new Failure('authentication_required', detail, { headers: challenge })
}

/**
 * Finds an API key and its workspace by the digest of the key. Both are read again for each request,
 * unless the store reports that no key and no workspace has been written since the last read. So a
 * revoked key stops working immediately, even if another process revoked it.
 *
 * @throws Failure `invalid_api_key` (docs/api.md#api-keys).
 */
export async function authenticate(
  services: Services,
  digest: string,
): Promise<RequestPrincipal<ApiKeyPrincipal>> {
  const { store, clock, knownKeys } = services
  const remembered = knownKeys.get(digest)
  const version = await store.version?.(versionedNames)
  const isFresh = version !== undefined && remembered?.version === version
  const requestPrincipal = isFresh
    ? remembered.requestPrincipal
    : await readRequestPrincipal(store, digest, remembered?.requestPrincipal)
  if (!requestPrincipal || !isUsable(requestPrincipal.principal.apiKey, clock.now())) {
    const detail = 'This API key is not valid: it may be mistyped, revoked or expired.'
    throw new Failure('invalid_api_key', detail, { headers: challenge })
  }
  if (!isFresh) knownKeys.set(digest, { requestPrincipal, version })
  noteUse(services, requestPrincipal.principal.apiKey)
  return requestPrincipal
}

const versionedNames = [apiKeys.plan.name, workspaces.plan.name]

/** Reads a key and its workspace, in one call if the ids of both are known: they never change. */
async function readRequestPrincipal(
  store: Services['store'],
  digest: string,
  before: RequestPrincipal<ApiKeyPrincipal> | undefined,
): Promise<RequestPrincipal<ApiKeyPrincipal> | null> {
  const known =
    before?.principal.apiKey ??
    (await apiKeys.first(store, 'keys_digest', [equals('digest', digest)]))
  if (!known) return null
  const refs = [apiKeys.ref(known.id), workspaces.ref(known.columns.workspace)] as const
  const [key, workspace] = await getTogether(store, refs)
  if (!key || !workspace) return null
  const { scopes } = key.data
  return { principal: { kind: 'apiKey', id: key.id, apiKey: key, scopes }, workspace }
}

function isUsable({ columns: { revoked_at, expires_at } }: StoredApiKey, now: number): boolean {
  return revoked_at === null && (expires_at === null || expires_at > now)
}

const noteUseEveryMs = 60_000

/** Stores the time of the last use, unless the stored time is less than a minute old. */
function noteUse(
  { store, clock, background }: Services,
  { id, columns: { last_used_at } }: StoredApiKey,
) {
  const now = clock.now()
  if (last_used_at !== null && now - last_used_at < noteUseEveryMs) return
  background(async () => {
    await store.commit([apiKeys.patch(id, { set: { last_used_at: now } })])
  })
}
