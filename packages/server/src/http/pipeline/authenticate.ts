import { timingSafeEqual } from 'node:crypto'
import { keys, type StoredKey } from '../../collections/api-key.ts'
import { equals, getTogether } from '../../collections/collection.ts'
import { workspaces } from '../../collections/workspace.ts'
import { Failure } from '../../errors/failure.ts'
import type { Caller } from '../../kit/caller.ts'
import type { Services } from '../../kit/services.ts'
import { digestSecret } from '../../secrets/digest-secret.ts'

const challenge = { 'WWW-Authenticate': 'Bearer' }

/**
 * The digest of the key that a request carries.
 *
 * @throws Failure `authentication_required` (spec: Authentication 1).
 */
export function readKey(authorization: string | null): string {
  const secret = /^bearer +([^\s,]+)$/i.exec(authorization ?? '')?.[1]
  if (secret) return digestSecret(secret)
  const detail = 'Send the API key as `Authorization: Bearer <API_KEY>`.'
  throw new Failure('authentication_required', detail, { headers: challenge })
}

/**
 * Finds a key by its digest, and the workspace it belongs to. Both are read anew for every request:
 * a key that was revoked in another process opens nothing any more. Only where to find them is
 * remembered, which never changes.
 *
 * @throws Failure `invalid_api_key` (spec: Authentication 5).
 */
export async function authenticate(services: Services, digest: string): Promise<Caller> {
  const { store, clock, knownKeys } = services
  const seen = knownKeys.get(digest)
  const known = seen ?? (await findKey(store, digest))
  const [key, workspace] = known
    ? await getTogether(store, [keys.ref(known.key), workspaces.ref(known.workspace)])
    : []
  if (!key || !workspace || !isUsable(key, digest, clock.now())) {
    const detail = 'This API key is not valid: it may be mistyped, revoked or expired.'
    throw new Failure('invalid_api_key', detail, { headers: challenge })
  }
  const { plan } = workspace.data
  if (seen?.plan !== plan) {
    knownKeys.set(digest, { key: key.id, workspace: workspace.id, plan })
  }
  noteUse(services, key)
  return { key, workspace }
}

async function findKey(store: Services['store'], digest: string) {
  const key = await keys.first(store, 'keys_digest', [equals('digest', digest)])
  return key && { key: key.id, workspace: key.keys.workspace }
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
    await store.commit([keys.patch(id, { set: { last_used_at: now } })])
  })
}

function isUsable(key: StoredKey, digest: string, now: number): boolean {
  const { revoked_at, expires_at } = key.keys
  const same = timingSafeEqual(Buffer.from(key.keys.digest), Buffer.from(digest))
  return same && revoked_at === null && (expires_at === null || expires_at > now)
}
