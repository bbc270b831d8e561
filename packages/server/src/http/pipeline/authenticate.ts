import { apiKeys, type StoredKey } from '../../collections/api-key.ts'
import { equals, getTogether } from '../../collections/collection.ts'
import { workspaces } from '../../collections/workspace.ts'
import { Failure } from '../../errors/failure.ts'
import type { ApiKeyPrincipal, RequestPrincipal } from '../../kit/principal.ts'
import { digestSecret } from '../../kit/secrets/digest-secret.ts'
import type { Services } from '../../kit/services.ts'
import type { Authenticate } from './audience.ts'

/** How a customer's server proves who it is: with an API key, or the token of a connected app. */
export const authenticateKey: Authenticate<string> = {
  read: (_services, request) => readKey(request.header('authorization')),
  known: ({ knownKeys }, digest) => knownKeys.get(digest)?.caller ?? null,
  find: authenticate,
}

const challenge = { 'WWW-Authenticate': 'Bearer' }

/**
 * The digest of the key that a request carries.
 *
 * @throws Failure `authentication_required` (docs/api.md#api-keys).
 */
export function readKey(authorization: string | null): string {
  const secret = /^bearer +([^\s,]+)$/i.exec(authorization ?? '')?.[1]
  if (secret) return digestSecret(secret)
  const detail = 'Send the API key as `Authorization: Bearer <API_KEY>`.'
  throw new Failure('authentication_required', detail, { headers: challenge })
}

/**
 * Finds a key by its digest, and the workspace it belongs to. Both are read anew for a request unless
 * the store says that neither was written since: a key that was revoked, also by another
 * process, opens nothing any more.
 *
 * @throws Failure `invalid_api_key` (docs/api.md#api-keys).
 */
export async function authenticate(
  services: Services,
  digest: string,
): Promise<RequestPrincipal<ApiKeyPrincipal>> {
  const { store, clock, knownKeys } = services
  const seen = knownKeys.get(digest)
  const version = await store.version?.(watched)
  const isFresh = seen !== undefined && version !== undefined && seen.version === version
  const caller = isFresh ? seen.caller : await readCaller(store, digest, seen?.caller)
  if (!caller || !isUsable(caller.principal.key, clock.now())) {
    const detail = 'This API key is not valid: it may be mistyped, revoked or expired.'
    throw new Failure('invalid_api_key', detail, { headers: challenge })
  }
  if (!isFresh) knownKeys.set(digest, { caller, version })
  noteUse(services, caller.principal.key)
  return caller
}

const watched = [apiKeys.plan.name, workspaces.plan.name]

/** Both in one call where it is known where they are, which never changes. */
async function readCaller(
  store: Services['store'],
  digest: string,
  before: RequestPrincipal<ApiKeyPrincipal> | undefined,
): Promise<RequestPrincipal<ApiKeyPrincipal> | null> {
  const known =
    before?.principal.key ?? (await apiKeys.first(store, 'keys_digest', [equals('digest', digest)]))
  if (!known) return null
  const refs = [apiKeys.ref(known.id), workspaces.ref(known.keys.workspace)] as const
  const [key, workspace] = await getTogether(store, refs)
  if (!key || !workspace) return null
  const { scopes } = key.data
  return { principal: { kind: 'apiKey', id: key.id, key, scopes }, workspace }
}

function isUsable({ keys: { revoked_at, expires_at } }: StoredKey, now: number): boolean {
  return revoked_at === null && (expires_at === null || expires_at > now)
}

const noteUseEveryMs = 60_000

/** Remembers when a key was last used, to the minute: not every call is worth a write. */
function noteUse(
  { store, clock, background }: Services,
  { id, keys: { last_used_at } }: StoredKey,
) {
  const now = clock.now()
  if (last_used_at !== null && now - last_used_at < noteUseEveryMs) return
  background(async () => {
    await store.commit([apiKeys.patch(id, { set: { last_used_at: now } })])
  })
}
